import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';

export interface ResetFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** If this address has an account, a mail is on its way to it. */
  readonly onSent: (email: string) => void;
}

/** Asks for the mail with which a new password is chosen. */
export function ResetForm({ email, onEmail, onSent }: ResetFormProps) {
  const words = texts.reset;
  const form = useForm({ name: 'reset', first: { email }, onEdit: (_, typed) => onEmail(typed) });

  const reset = async () => {
    const result = await form.send(() => authApi.submit('requestPasswordReset', form.values));
    if (result?.ok) onSent(plainEmail(form.values.email));
  };

  return (
    <Form form={form} summaryTitle={texts.form.correct} prepare={authApi.prepare} onSubmit={() => void reset()}>
      <Failure text={form.failure && texts.form.error(form.failure)} />
      <EmailField {...form.field('email')} label={texts.signIn.email} autoComplete="username" />
      <Button type="submit" wide busy={form.busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}
