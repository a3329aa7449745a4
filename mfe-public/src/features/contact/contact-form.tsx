import { plainEmail } from '@concert/contracts/core/as-typed';
import type { ContactFields } from '@concert/contracts/notify/contact';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Form, FormDone } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useEffect, useRef, useState } from 'react';
import { notifyApi } from '../../clients.ts';
import { CONTACT_SUCCESS_MS, texts } from '../../texts.ts';
import styles from './contact-form.module.css';

const words = texts.contact;
/** The compiler asks for each field of the form. */
const EMPTY: Record<keyof ContactFields, string> = { name: '', email: '', subject: '', message: '' };

/** A message to the organisers. */
export function ContactForm() {
  const [sentTo, setSentTo] = useState<string>();
  /** Identifies one message, so that a second press or a lost answer does not send it twice. */
  const key = useRef<string>(undefined);
  const form = useForm({ name: 'contact', first: EMPTY, onEdit: () => (key.current = undefined) });

  const send = async () => {
    const result = await form.send(() =>
      notifyApi.submit('sendContactMessage', form.values, (body) => {
        key.current ??= crypto.randomUUID();
        return notifyApi.call.sendContactMessage({ body }, { idempotencyKey: key.current });
      }),
    );
    if (!result?.ok) return;
    key.current = undefined;
    form.reset();
    setSentTo(plainEmail(form.values.email));
  };

  if (sentTo !== undefined) return <Sent email={sentTo} onAnother={() => setSentTo(undefined)} />;
  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={notifyApi.prepare} onSubmit={() => void send()}>
      <Failure title={words.failed} text={form.failure} />
      <TextField {...form.field('name')} label={words.name} autoComplete="name" required />
      <EmailField {...form.field('email')} label={words.email} />
      <TextField {...form.field('subject')} label={words.subject} autoComplete="off" required />
      <TextArea {...form.field('message')} label={words.message} rows={7} required />
      <Button type="submit" busy={form.busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

/** What was sent: the specified message for its time, and a confirmation that stays. */
function Sent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const over = setTimeout(() => setFresh(false), CONTACT_SUCCESS_MS);
    return () => clearTimeout(over);
  }, []);
  return (
    <FormDone>
      <Notice
        tone="good"
        title={words.kept}
        action={
          <Button variant="secondary" onClick={onAnother}>
            {words.another}
          </Button>
        }
      >
        {words.keptText(email)}
      </Notice>
      <p className={`strong ${styles.fresh}`} role="status">
        {fresh ? words.successful : ''}
      </p>
    </FormDone>
  );
}
