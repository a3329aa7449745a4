import { recipientRoutes, type RecipientView } from '@concert/contracts/notify/recipients';
import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';

const words = texts.recipients.dialog;

export interface CorrectDialogProps {
  readonly runId: string;
  readonly person: RecipientView;
  readonly proven: SignInAgain['proven'];
  readonly onClose: () => void;
  readonly onCorrected: () => void;
}

/** Corrects the address of somebody whom no mail reaches, and sends again what was missed. */
export function CorrectDialog({ runId, person, proven, onClose, onCorrected }: CorrectDialogProps) {
  const { act } = useAct(recipientRoutes.correctRecipient, { through: proven });
  const form = useForm({ name: 'correct', first: { email: '' }, summaryFrom: Infinity });

  const correct = async () => {
    const email = form.values.email.trim();
    const checked = checkForm(recipientRoutes.correctRecipient.body, { email });
    const params = { runId, recipientId: person.id };
    const result = await form.send(async () => (checked.ok ? act({ params, body: checked.value }) : checked));
    if (!result?.ok) return;
    showToast({ tone: 'good', text: words.done(email) });
    onCorrected();
  };

  return (
    <Dialog open busy={form.busy} title={words.title(person.name || person.email)} onClose={onClose}>
      <Form form={form} className="stack-24 min-0" onSubmit={() => void correct()}>
        <p>{words.text}</p>
        <EmailField {...form.field('email')} label={words.email} autoComplete="off" />
        <Failure text={form.failure && words.failed(form.failure)} />
        <div className="row-8-12">
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            {words.keep}
          </Button>
          <Button type="submit" busy={form.busy} busyText={words.busy}>
            {words.confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
