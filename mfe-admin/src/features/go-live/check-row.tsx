import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { ActButton } from '../organising/act-button.tsx';
import styles from './go-live.module.css';
import { texts as words } from './texts.ts';

const TONES: Readonly<Record<ReadinessRow['state'], StatusTone>> = { green: 'good', advice: 'waiting', unknown: 'waiting', red: 'bad' };

export interface CheckRowProps {
  readonly row: ReadinessRow;
  /** Version of the settings that were looked at. */
  readonly version: number;
  readonly onConfirmed: (goLive: GoLive) => void;
}

/** One check: its state, what was found, and the way to mend it. */
export function CheckRow({ row: { id, state, words: sentence, mend }, version, onConfirmed }: CheckRowProps) {
  const name = words.names[id] ?? id;
  return (
    <li className={styles.row}>
      <StatusBadge tone={TONES[state]}>{words.states[state]}</StatusBadge>
      <div className={`stack-8 anywhere ${styles.words}`}>
        <h3>{name}</h3>
        <p>{sentence}</p>
        {state !== 'green' && (
          <div className="row-8-16">
            {id === 'prices' && (
              <ActButton
                variant="secondary"
                route={goLiveRoutes.confirmPrices}
                input={{ body: { version } }}
                busyText={words.confirming}
                failed={words.notDone}
                onDone={onConfirmed}
              >
                {words.confirm}
              </ActButton>
            )}
            {id === 'sender' && (
              <ActButton
                variant="secondary"
                route={notifyRoutes.sendTestMail}
                input={{}}
                busyText={words.sendingMail}
                failed={words.notDone}
                onDone={({ to }) => showToast({ tone: 'good', text: words.mailSent(to) })}
              >
                {words.testMail}
              </ActButton>
            )}
            {mend && <MendLink to={mend} name={name} />}
          </div>
        )}
      </div>
    </li>
  );
}

function MendLink({ to, name }: { to: string; name: string }) {
  const shown = { variant: 'plain', 'aria-label': words.mendOf(name), text: words.mend } as const;
  return to.startsWith('/') ? <LinkButton to={to} {...shown} /> : <LinkButton href={to} {...shown} />;
}
