import { clockTime, momentInWords } from '@concert/contracts/core/time-in-words';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { serverNow } from '@concert/web-kit/server-clock.ts';
import { useEffect, useState } from 'react';
import { texts } from '../../texts.ts';
import styles from './door.module.css';
import type { ScannerState } from './scanner-state.ts';
import { oldMinutes } from './list-age.ts';
import { texts as words } from './texts.ts';

/** How often the age of the list is looked at. */
const LOOK_MS = 20_000;

function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether the server decides or this device, in words that say what to do. */
export function ConnectionNotice({ state }: { state: ScannerState }) {
  const { reach, waiting, list } = state;
  const minutes = oldMinutes(state, useNow());
  if (state.ended) {
    return (
      <Notice tone="bad" live="assertive" title={words.ended}>
        {words.endedText(waiting.length)}
      </Notice>
    );
  }
  if (reach === 'signed-out') {
    return (
      <Notice tone="warn" live="assertive" title={words.signedOut} action={<LinkButton to={loginPath('/door')} text={texts.login} />}>
        {words.signedOutText}
      </Notice>
    );
  }
  if (state.forbidden) return <Notice tone="bad" live="assertive" title={words.forbidden} />;
  if (reach === 'offline') {
    return (
      <Notice tone={list ? 'warn' : 'bad'} live="polite" title={list ? words.offline : words.offlineBlind}>
        <p>{list ? words.offlineText(waiting.length) : words.offlineBlindText}</p>
        {minutes !== undefined && list && (
          <p>{words.oldList(clockTime(state.asOf ?? list.readAt, state.door?.concert.timeZone ?? 'UTC'), minutes)}</p>
        )}
      </Notice>
    );
  }
  const concert = state.door?.concert;
  if (concert?.closed) {
    return (
      <Notice tone="bad" live="polite" title={words.reasons[concert.closed.reason]}>
        {concert.closed.reason === 'concert_postponed' && concert.dateText}
        {concert.closed.reason === 'too_early' &&
          concert.closed.until &&
          words.opens(momentInWords(concert.closed.until, concert.timeZone))}
      </Notice>
    );
  }
  return (
    <p className={`quiet ${styles.standing}`} role="status">
      <StatusBadge tone={reach === 'online' ? 'good' : 'waiting'}>{words.reach[reach]}</StatusBadge>{' '}
      {waiting.length > 0 ? words.sending(waiting.length) : ''}
    </p>
  );
}
