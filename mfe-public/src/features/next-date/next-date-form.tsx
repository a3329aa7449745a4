import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form, FormDone } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useState } from 'react';
import { nextDateTexts } from './texts.ts';
import { notifyApi } from '../../clients.ts';

const words = nextDateTexts;

/** One address, and a mail that asks whether it was really meant. */
export function NextDateForm() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ name: 'next-date', first: { email: '' }, summaryFrom: Infinity });

  const ask = async () => {
    const result = await form.send(() => notifyApi.submit('askForNextDate', form.values));
    if (result?.ok) setSentTo(plainEmail(form.values.email));
    else form.focus('email');
  };

  if (sentTo !== undefined) {
    return (
      <FormDone>
        <Notice tone="good" title={words.sent}>
          {words.sentText(sentTo)}
        </Notice>
      </FormDone>
    );
  }
  return (
    <Form form={form} prepare={notifyApi.prepare} onSubmit={() => void ask()} label={words.form}>
      <Failure title={words.failed} text={form.failure} />
      <EmailField {...form.field('email')} label={words.email} />
      <Button type="submit" busy={form.busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}
