import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge } from '@concert/design-system/status-badge.tsx';
import { loginPath } from '@concert/web-kit/redirects.ts';
import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';
import styles from './door.module.css';
import type { GateState } from './gate.ts';
import { texts as words } from './texts.ts';

/** Whether the server decides or this device, in words that say what to do. */
export function Standing({ state }: { state: GateState }) {
  const { reach, waiting, list } = state;
  if (state.ended) {
    return (
      <Notice tone="bad" live="assertive" title={words.ended}>
        {words.endedText(waiting.length)}
      </Notice>
    );
  }
  if (reach === 'signed-out') {
    return (
      <Notice
        tone="warn"
        live="assertive"
        title={words.signedOut}
        action={
          <LinkButton as={Link} to={loginPath('/door')}>
            {texts.login}
          </LinkButton>
        }
      >
        {words.signedOutText}
      </Notice>
    );
  }
  if (state.forbidden) return <Notice tone="bad" live="assertive" title={words.forbidden} />;
  if (reach === 'offline') {
    return (
      <Notice tone={list ? 'warn' : 'bad'} live="polite" title={list ? words.offline : words.offlineBlind}>
        {list ? words.offlineText(waiting.length) : words.offlineBlindText}
      </Notice>
    );
  }
  const concert = state.door?.concert;
  if (concert?.closed) {
    return (
      <Notice tone="bad" live="polite" title={words.reasons[concert.closed.reason]}>
        {concert.closed.reason === 'concert_postponed' && concert.dateText}
      </Notice>
    );
  }
  return (
    <p className={styles.standing} role="status">
      <StatusBadge tone={reach === 'online' ? 'good' : 'waiting'}>{words.reach[reach]}</StatusBadge>{' '}
      {waiting.length > 0 ? words.sending(waiting.length) : ''}
    </p>
  );
}
