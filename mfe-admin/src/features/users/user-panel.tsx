import { authRoutes } from '@concert/contracts/auth/http';
import type { UserRow } from '@concert/contracts/auth/users';
import { dayInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { ActDialog } from '../organising/act-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { texts as words } from './texts.ts';
import { nameOf, ROLE_NAMES } from './users.ts';

interface UserPanelProps {
  readonly user: UserRow;
  readonly timeZone: string;
  readonly onChanged: (user: UserRow) => void;
  readonly onClose: () => void;
}

/** An account beside the list: what can be done about it, and all that is known of it. */
export function UserPanel({ user, timeZone, onChanged, onClose }: UserPanelProps) {
  const own = user.id === useSession().session?.userId;
  const [asked, setAsked] = useState<'role' | 'passkeys'>();
  // Here and not as a toast, which a dialog covers.
  const [said, setSaid] = useState('');
  const done = (text: string) => {
    setAsked(undefined);
    setSaid(text);
  };
  const facts = (['email', 'phone', 'address', 'skills', 'availability', 'note'] as const).filter((name) => user[name] !== '');
  return (
    <Dialog open side onClose={onClose} title={nameOf(user)}>
      <div role="status">{said && <Notice tone="good" title={said} />}</div>
      <div className="row-8">
        <Button variant="secondary" aria-label={words.changeOf(nameOf(user))} onClick={() => setAsked('role')}>
          {words.change}
        </Button>
        {!own && (
          <Button variant="secondary" aria-label={words.passkeysOf(nameOf(user))} onClick={() => setAsked('passkeys')}>
            {words.passkeys}
          </Button>
        )}
      </div>
      <DescriptionList
        items={[
          { term: words.columns.role, value: ROLE_NAMES[user.role] },
          ...facts.map((name) => ({ term: words.facts[name], value: user[name] })),
          { term: words.columns.verified, value: user.verified ? words.verified : words.unverified },
          { term: words.columns.createdAt, value: dayInWords(user.createdAt, timeZone) },
        ]}
      />
      <LostPasskeys user={user} open={asked === 'passkeys'} onClose={() => setAsked(undefined)} onRemoved={done} />
      <RoleDialog
        key={user.role}
        user={user}
        open={asked === 'role'}
        onClose={() => setAsked(undefined)}
        onChanged={(changed, text) => {
          onChanged(changed);
          done(text);
        }}
      />
    </Dialog>
  );
}

interface LostPasskeysProps {
  readonly user: UserRow;
  readonly open: boolean;
  readonly onClose: () => void;
  /** They are removed: what is said of it. */
  readonly onRemoved: (text: string) => void;
}

/** Removes the passkeys of somebody who lost them, after a question. */
function LostPasskeys({ user, open, onClose, onRemoved }: LostPasskeysProps) {
  const { lost } = words;
  return (
    <ActDialog
      route={authRoutes.removeLostPasskeys}
      input={{ params: { userId: user.id } }}
      open={open}
      title={lost.title(nameOf(user))}
      onClose={onClose}
      words={lost}
      onDone={() => onRemoved(lost.done(nameOf(user)))}
    >
      <p>{lost.question}</p>
      <p>{lost.consequence}</p>
    </ActDialog>
  );
}
