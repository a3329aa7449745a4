import { Button } from '@concert/design-system/button.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useEffect, useRef, useState } from 'react';
import { notifyApi } from '../../clients.ts';
import { CONTACT_SUCCESS_MS, texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { EmailField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import form from '../forms/form.module.css';

const words = texts.contact;
const FIELDS = { name: 'contact-name', email: 'contact-email', subject: 'contact-subject', message: 'contact-message' } as const;
const EMPTY = { name: '', email: '', subject: '', message: '' };

/** A message to the organisers. */
export function ContactForm() {
  const [values, setValues] = useState(EMPTY);
  const [sentTo, setSentTo] = useState<string>();
  const { submit, errors, refusal, attempt, busy } = useSubmit(notifyApi);
  /** Names one message, so that a second press or a lost answer does not make two of it. */
  const key = useRef<string>(undefined);

  const change = (field: keyof typeof EMPTY) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    key.current = undefined;
  };

  const send = async () => {
    let address = values.email;
    const taken = await submit(
      ({ sendContactMessage }) => sendContactMessage.body,
      values,
      (body) => {
        address = body.email;
        key.current ??= crypto.randomUUID();
        return notifyApi.call.sendContactMessage({ body }, { idempotencyKey: key.current });
      },
    );
    if (!taken) return;
    key.current = undefined;
    setValues(EMPTY);
    setSentTo(address);
  };

  if (sentTo !== undefined) return <Sent email={sentTo} onAnother={() => setSentTo(undefined)} />;
  return (
    <Form client={notifyApi} onSubmit={() => void send()}>
      <Faults form={{ errors, attempt }} fields={FIELDS} />
      {refusal && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {problemText(refusal)}
        </Notice>
      )}
      <TextField
        id={FIELDS.name}
        label={words.name}
        name="name"
        autoComplete="name"
        required
        value={values.name}
        error={errors['name']}
        onChange={(typed) => change('name')(typed.target.value)}
      />
      <EmailField
        id={FIELDS.email}
        label={words.email}
        autoComplete="email"
        value={values.email}
        error={errors['email']}
        onChange={change('email')}
      />
      <TextField
        id={FIELDS.subject}
        label={words.subject}
        name="subject"
        autoComplete="off"
        required
        value={values.subject}
        error={errors['subject']}
        onChange={(typed) => change('subject')(typed.target.value)}
      />
      <TextArea
        id={FIELDS.message}
        label={words.message}
        name="message"
        rows={7}
        required
        value={values.message}
        error={errors['message']}
        onChange={(typed) => change('message')(typed.target.value)}
      />
      <Button type="submit" busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}

/** What was sent: the specified message for its time, and a confirmation that stays. */
function Sent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [fresh, setFresh] = useState(true);
  // The button that had the focus is gone; what it did is read from here.
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    const over = setTimeout(() => setFresh(false), CONTACT_SUCCESS_MS);
    return () => clearTimeout(over);
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={form.said}>
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
      <p className={form.fresh} role="status">
        {fresh ? words.successful : ''}
      </p>
    </div>
  );
}
