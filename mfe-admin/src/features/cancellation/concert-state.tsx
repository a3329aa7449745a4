import { bookingRoutes } from '@concert/contracts/booking/http';
import { roleIncludes } from '@concert/contracts/core/roles';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { TellNowChoice, TellNowOutcome, useTellNow } from '../message-runs/tell-now.tsx';
import type { SignInAgain } from '../sign-in-again/use-sign-in-again.tsx';
import styles from './cancellation.module.css';
import { texts } from './texts.ts';

const words = texts.state;

interface ConcertStateProps extends Pick<SignInAgain, 'proven'> {
  readonly cancelled: boolean;
  readonly settling: boolean;
  readonly onCancelled: () => void;
}

/** Step 1: whether the concert is cancelled, and for admins the way to cancel it. */
export function ConcertState({ cancelled, settling, proven, onCancelled }: ConcertStateProps) {
  const { session, concert } = useSession();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { act, busy, failure } = useAct(bookingRoutes.changeConcertState, { through: proven });
  const tellNow = useTellNow('cancellation', proven);
  const mayCancel = session ? roleIncludes(session.role, 'admin') : false;

  const cancel = async () => {
    if (reason.trim() === '') {
      setError(words.dialog.reasonRequired);
      return;
    }
    if (!(await act({ body: { state: 'cancelled', reason: reason.trim() } })).ok) return;
    setOpen(false);
    onCancelled();
    await tellNow.tell();
  };

  return (
    <Card
      title={words.title}
      aside={cancelled ? <StatusBadge tone="bad">{words.cancelled}</StatusBadge> : <StatusBadge tone="good">{words.open}</StatusBadge>}
    >
      <p>{cancelled ? words.cancelledText : words.openText}</p>
      {settling && (
        <p role="status" className={styles.quiet}>
          {words.settling}
        </p>
      )}
      {!cancelled && !settling && !mayCancel && <p className={styles.quiet}>{words.onlyAdmins}</p>}
      {!cancelled && !settling && mayCancel && (
        <div className={styles.acts}>
          <Button
            variant="danger"
            onClick={() => {
              setReason(concert?.stateReason ?? '');
              setOpen(true);
            }}
          >
            {words.cancel}
          </Button>
        </div>
      )}
      <TellNowOutcome {...tellNow} />
      <Dialog
        open={open}
        busy={busy}
        title={words.dialog.title}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setOpen(false)}>
              {words.dialog.keep}
            </Button>
            <Button variant="danger" busy={busy} busyText={words.dialog.busy} onClick={() => void cancel()}>
              {words.dialog.confirm}
            </Button>
          </>
        }
      >
        <p>{words.dialog.text}</p>
        <TextField
          label={words.dialog.reason}
          value={reason}
          maxLength={500}
          error={error}
          onChange={(change) => {
            setReason(change.target.value);
            setError('');
          }}
        />
        {open && <TellNowChoice {...tellNow} />}
        {failure && <Notice tone="bad" live="assertive" title={failure} />}
      </Dialog>
    </Card>
  );
}
