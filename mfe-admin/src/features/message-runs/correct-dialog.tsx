import { recipientRoutes, type RecipientView } from '@concert/contracts/notify/recipients';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { FormDialog } from '../organising/form-dialog.tsx';
import { texts } from './texts.ts';

const words = texts.recipients.dialog;

export interface CorrectDialogProps {
  readonly runId: string;
  readonly person: RecipientView;
  readonly onClose: () => void;
  readonly onCorrected: () => void;
}

/** Corrects the address of somebody whom no mail reaches, and sends again what was missed. */
export function CorrectDialog({ runId, person, onClose, onCorrected }: CorrectDialogProps) {
  const { act } = useAct(recipientRoutes.correctRecipient);
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
    <FormDialog form={form} title={words.title(person.name || person.email)} words={words} onClose={onClose} onSubmit={correct}>
      <p>{words.text}</p>
      <EmailField {...form.field('email')} label={words.email} autoComplete="off" />
    </FormDialog>
  );
}
