import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { ROLES, type Role } from '@concert/contracts/core/roles';
import { ConfirmDialog } from '@concert/design-system/confirm-dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useId, useState } from 'react';
import { texts as common } from '../../texts.ts';
import { texts } from './texts.ts';
import { nameOf, ROLE_NAMES } from './users.ts';

export interface RoleDialogProps {
  readonly user: UserRow;
  readonly open: boolean;
  readonly onClose: () => void;
  /** It is changed: the account as it is now, and what is said of it. */
  readonly onChanged: (user: UserRow, text: string) => void;
}

const words = texts.dialog;

/** Asks which role somebody gets, says what follows from it, and changes it. */
export function RoleDialog({ user, open, onClose, onChanged }: RoleDialogProps) {
  const { session, refreshSession } = useSession();
  const id = useId();
  const [role, setRole] = useState<Role>(user.role);
  const { act, busy, failure, forget } = useAct(authRoutes.changeRole);
  const own = user.id === session?.userId;
  const changes = role !== user.role;

  const close = () => {
    setRole(user.role);
    forget();
    onClose();
  };

  const change = async () => {
    const result = await act({ params: { userId: user.id }, body: { role } });
    if (!result.ok) return;
    onChanged(result.value, words.done(nameOf(user), common.aRole[result.value.role]));
    // A changed role ends every session of the account, so this one has ended as well.
    if (own) await refreshSession();
  };

  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      failure={failure}
      title={words.title(nameOf(user))}
      onClose={close}
      words={{ ...words, confirm: changes ? words.confirm(common.aRole[role]) : words.choose }}
      variant={own ? 'danger' : 'primary'}
      disabled={!changes}
      onConfirm={change}
    >
      {user.name && <p className="quiet anywhere">{user.email}</p>}
      <fieldset className="stack-8" disabled={busy}>
        <legend className="field-label">{words.legend}</legend>
        {ROLES.map((each) => (
          <label key={each} className="tick">
            <input
              type="radio"
              name={`${id}-role`}
              value={each}
              checked={role === each}
              aria-labelledby={`${id}-${each}`}
              aria-describedby={`${id}-${each}-may`}
              onChange={() => setRole(each)}
            />
            <span>
              <span id={`${id}-${each}`} className="strong">
                {each === user.role ? words.now(ROLE_NAMES[each]) : ROLE_NAMES[each]}
              </span>
              <br />
              <span id={`${id}-${each}-may`} className="quiet small">
                {words.may[each]}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {own ? (
        <Notice tone="warn" title={words.ownTitle}>
          {words.ownText}
        </Notice>
      ) : (
        <p className="quiet">{words.consequence}</p>
      )}
    </ConfirmDialog>
  );
}
