import { recentInWords } from '@concert/contracts/core/time-in-words';
import { useTimeZone } from './session.tsx';

/** A moment in the concert's time, as it is said of what was lately or comes soon. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone();
  return (
    <time className={className} dateTime={at}>
      {recentInWords(at, timeZone)}
    </time>
  );
}
