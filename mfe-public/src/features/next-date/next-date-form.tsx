import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useEffect, useRef, useState } from 'react';
import { nextDateTexts } from './texts.ts';
import { notifyApi } from '../../clients.ts';
import { EmailField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import form from '../forms/form.module.css';

const words = nextDateTexts;

/** One address, and a mail that asks whether it was really meant. */
export function NextDateForm() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const { submit, errors, refusal, busy } = useSubmit(notifyApi);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentTo !== undefined) box.current?.focus();
  }, [sentTo]);

  const ask = async () => {
    let address = email;
    const taken = await submit(
      ({ askForNextDate }) => askForNextDate.body,
      { email },
      (body) => {
        address = body.email;
        return notifyApi.call.askForNextDate({ body });
      },
    );
    if (taken) setSentTo(address);
    else document.getElementById('next-date-email')?.focus();
  };

  if (sentTo !== undefined) {
    return (
      <div ref={box} tabIndex={-1} className={form.said}>
        <Notice tone="good" title={words.sent}>
          {words.sentText(sentTo)}
        </Notice>
      </div>
    );
  }
  return (
    <Form client={notifyApi} onSubmit={() => void ask()} label={words.form}>
      {refusal && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {problemText(refusal)}
        </Notice>
      )}
      <EmailField id="next-date-email" label={words.email} autoComplete="email" value={email} error={errors['email']} onChange={setEmail} />
      <Button type="submit" busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}
