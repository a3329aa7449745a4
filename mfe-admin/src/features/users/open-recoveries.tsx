import { authRoutes } from '@concert/contracts/auth/http';
import type { RecoveryView } from '@concert/contracts/auth/passkeys';
import { stamp } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { texts } from './texts.ts';
import { nameOf } from './users.ts';
import styles from './users.module.css';

const words = texts.recovery;

export interface OpenRecoveriesProps {
  readonly recoveries: readonly RecoveryView[];
  readonly onCalledOff: (recovery: RecoveryView) => void;
}

/** Whose passkeys are about to be removed, each to be called off. */
export function OpenRecoveries({ recoveries, onCalledOff }: OpenRecoveriesProps) {
  const { concert } = useSession();
  const { act, busy, failure } = useAct(authRoutes.callOffRecovery);
  if (recoveries.length === 0) return null;
  const callOff = async (recovery: RecoveryView) => {
    const result = await act({ params: { userId: recovery.userId } });
    // One that is over already is gone as well.
    if (result.ok || result.problem.code === 'auth.recovery_not_found') onCalledOff(recovery);
  };
  return (
    <Card tone="sunk" title={words.openTitle}>
      <ul className={styles.recoveries}>
        {recoveries.map((recovery) => (
          <li key={recovery.userId} className={styles.recovery}>
            <span>{words.open(nameOf(recovery), recovery.askedBy, stamp(recovery.dueAt, concert?.timeZone ?? 'UTC'))}</span>
            <Button variant="secondary" busy={busy} busyText={words.callingOff} onClick={() => void callOff(recovery)}>
              {words.callOff(nameOf(recovery))}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Notice tone="bad" live="assertive" title={failure} />}
    </Card>
  );
}
