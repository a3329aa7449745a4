import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { ProvenDialog } from '../sign-in-again/proven-dialog.tsx';
import { useProvenAct } from '../sign-in-again/use-sign-in-again.tsx';
import { texts } from './texts.ts';
import { nameOf } from './users.ts';

export interface LostPasskeysDialogProps {
  readonly user: UserRow;
  readonly open: boolean;
  readonly onClose: () => void;
  /** They are removed: what is said of it. */
  readonly onRemoved: (text: string) => void;
}

const words = texts.lost;

/** Removes the passkeys of somebody who lost them, after a question. */
export function LostPasskeysDialog({ user, open, onClose, onRemoved }: LostPasskeysDialogProps) {
  const acting = useProvenAct(authRoutes.removeLostPasskeys);
  const remove = async () => {
    const result = await acting.act({ params: { userId: user.id } });
    if (result.ok) onRemoved(words.done(nameOf(user)));
  };
  return (
    <ProvenDialog open={open} acting={acting} title={words.title(nameOf(user))} onClose={onClose} words={words} onConfirm={remove}>
      <p>{words.question}</p>
      <p>{words.consequence}</p>
    </ProvenDialog>
  );
}
