import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { EmailField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';

export interface ResetFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** If this address has an account, a mail is on its way to it. */
  readonly onSent: (email: string) => void;
}

/** Asks for the mail with which a new password is chosen. */
export function ResetForm({ email, onEmail, onSent }: ResetFormProps) {
  const words = texts.reset;
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);

  const reset = async () => {
    let address = email;
    const taken = await submit(
      ({ requestPasswordReset }) => requestPasswordReset.body,
      { email },
      (body) => {
        address = body.email;
        return authApi.call.requestPasswordReset({ body });
      },
    );
    if (taken) onSent(address);
  };

  return (
    <Form client={authApi} onSubmit={() => void reset()}>
      <Faults form={{ errors, attempt }} fields={{ email: 'reset-email' }} />
      {refusal && <Notice tone="bad" live="assertive" title={texts.form.error(problemText(refusal))} />}
      <EmailField id="reset-email" label={texts.signIn.email} value={email} error={errors['email']} onChange={onEmail} />
      <Button type="submit" wide busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </Form>
  );
}
