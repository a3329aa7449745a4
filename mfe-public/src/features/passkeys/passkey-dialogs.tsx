import type { PasskeyView } from '@concert/contracts/auth/passkeys';
import { Button } from '@concert/design-system/button.tsx';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { authApi } from '../../clients.ts';
import { useTry } from '../../use-try.ts';
import { RegisterForm } from './register-form.tsx';
import type { ProofWrapper } from './register-form.tsx';
import { texts } from './texts.ts';

const words = texts.profile;

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Adds a passkey. */
export function AddDialog({ proven, onClose, onDone }: DialogProps & { readonly proven: ProofWrapper }) {
  const added = ({ name }: PasskeyView) => {
    showToast({ tone: 'good', text: words.addedText(name) });
    onDone();
  };
  return (
    <Dialog open title={words.addTitle} onClose={onClose}>
      <RegisterForm through={proven} onAdded={added} />
    </Dialog>
  );
}

/** Gives a passkey another name. */
export function RenameDialog({ passkey, onClose, onDone }: DialogProps & { readonly passkey: PasskeyView }) {
  const form = useForm({ name: 'passkey-name', first: { name: passkey.name }, summaryFrom: 2 });
  const save = async () => {
    const result = await form.send(() =>
      authApi.submit('renamePasskey', form.values, (body) => authApi.call.renamePasskey({ params: { passkeyId: passkey.id }, body })),
    );
    if (result?.ok) onDone();
  };
  return (
    <Dialog open busy={form.busy} title={words.renameTitle(passkey.name)} onClose={onClose}>
      <Form form={form} prepare={authApi.prepare} onSubmit={() => void save()}>
        <Failure text={form.failure} />
        <TextField {...form.field('name')} label={texts.form.name} hint={texts.form.nameHint} required />
        <Button type="submit" wide busy={form.busy} busyText={words.saving}>
          {words.save}
        </Button>
      </Form>
    </Dialog>
  );
}

type RemoveDialogProps = DialogProps & { readonly passkey: PasskeyView; readonly proven: ProofWrapper };

/** Removes a passkey, after a question. */
export function RemoveDialog({ passkey, proven, onClose, onDone }: RemoveDialogProps) {
  const { busy, failure, attempt } = useTry();
  const remove = async () => {
    const result = await attempt(() => proven(() => authApi.call.removePasskey({ params: { passkeyId: passkey.id } })));
    if (!result.ok) return;
    showToast({ tone: 'good', text: words.removed(passkey.name) });
    onDone();
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={words.removeTitle(passkey.name)}
      onClose={onClose}
      words={{ keep: words.keep, confirm: words.confirm, busy: words.removing }}
      failure={failure}
      onConfirm={remove}
    >
      <p>{words.consequence}</p>
    </ConfirmDialog>
  );
}
