import { classNames } from '@concert/design-system/class-names.ts';
import { useSecondsLeft } from '@concert/web-kit/use-seconds-left.ts';
import { useEffect, useState } from 'react';
import { texts } from '../../texts.ts';
import styles from './hold-countdown.module.css';

const words = texts.hold;

/** The time left is announced when the screen first shows it, at these seconds before the end, and at the end. */
const SAID_AT_SECONDS = [60, 120, 300, 600] as const;

/** A live region is read out when its words change after it exists; this is how long they wait. */
const SAID_AFTER_MS = 150;

/** From so many seconds before the end on, what is said names the button for more time. */
const WARNED_SECONDS = 300;

function saidAt(what: string, seconds: number, hasMore: boolean): string {
  const said = words.said(what, seconds);
  return hasMore && seconds > 0 && seconds <= WARNED_SECONDS ? `${said} ${words.canHaveMore}` : said;
}

/** '29:05', or '1:02:05' where seats are kept for more than an hour. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

interface HoldCountdownProps {
  what: string;
  endsAt: string;
  /** Whether a button for more time stands beside it: then that is said near the end. */
  hasMore?: boolean;
  onEnd?: (() => void) | undefined;
}

/** How long the seats are held: to the second on the screen, and at sensible moments for screen readers. */
export function HoldCountdown({ what, endsAt, hasMore = false, onEnd }: HoldCountdownProps) {
  const seconds = useSecondsLeft(endsAt);
  const ended = seconds === 0;
  const stage = ended ? 0 : (SAID_AT_SECONDS.find((moment) => seconds <= moment) ?? Infinity);
  const [said, setSaid] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSaid(saidAt(what, seconds, hasMore)), SAID_AFTER_MS);
    return () => clearTimeout(timer);
    // The seconds themselves are not announced, only that a stage has begun.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stage, what]);

  useEffect(() => {
    if (ended) onEnd?.();
  }, [ended, onEnd]);

  return (
    <span className={classNames(styles.hold, seconds <= WARNED_SECONDS && styles.soon)}>
      <span role="timer">{ended ? words.over : words.left(clockText(seconds))}</span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </span>
  );
}
