import { goLiveRoutes, type GoLive } from '@concert/contracts/booking/go-live';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { Button } from '@concert/design-system/button.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { Link } from 'react-router-dom';
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
            {id === 'prices' && <ConfirmPrices version={version} onConfirmed={onConfirmed} />}
            {id === 'sender' && <TestMail />}
            {mend && <MendLink to={mend} name={name} />}
          </div>
        )}
      </div>
    </li>
  );
}

function MendLink({ to, name }: { to: string; name: string }) {
  const shown = { variant: 'plain', 'aria-label': words.mendOf(name), text: words.mend } as const;
  return to.startsWith('/') ? <LinkButton as={Link} to={to} {...shown} /> : <LinkButton href={to} {...shown} />;
}

function ConfirmPrices({ version, onConfirmed }: Pick<CheckRowProps, 'version' | 'onConfirmed'>) {
  const { act, busy, failure } = useAct(goLiveRoutes.confirmPrices);
  const confirm = async () => {
    const result = await act({ body: { version } });
    if (result.ok) onConfirmed(result.value);
  };
  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.confirming} onClick={() => void confirm()}>
        {words.confirm}
      </Button>
      {failure && <Notice tone="bad" live="assertive" title={words.notDone(failure)} />}
    </>
  );
}

function TestMail() {
  const { act, busy, failure } = useAct(notifyRoutes.sendTestMail);
  const send = async () => {
    const result = await act({});
    if (result.ok) showToast({ tone: 'good', text: words.mailSent(result.value.to) });
  };
  return (
    <>
      <Button variant="secondary" busy={busy} busyText={words.sendingMail} onClick={() => void send()}>
        {words.testMail}
      </Button>
      {failure && <Notice tone="bad" live="assertive" title={words.notDone(failure)} />}
    </>
  );
}
