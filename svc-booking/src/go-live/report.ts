import type { GoLive } from '@concert/contracts/booking/go-live';
import type { ReadinessRow } from '@concert/contracts/core/readiness';

const STATES: Readonly<Record<ReadinessRow['state'], string>> = {
  green: 'ready',
  advice: 'advice',
  unknown: 'not known',
  red: 'NOT READY',
};

/** The checks as plain text, a line each, and what follows from them. */
export function reportOf({ isDraft, rows }: GoLive): string {
  const widest = Math.max(...rows.map(({ id }) => id.length));
  const lines = rows.map(({ id, state, words, mend }) => {
    const where = mend && state !== 'green' ? ` (${mend})` : '';
    return `${STATES[state].padEnd(11)}${id.padEnd(widest + 2)}${words}${where}`;
  });
  const red = rows.filter(({ state }) => state === 'red').length;
  const sale = isDraft
    ? 'The sale is not open: an admin opens it on /go-live.'
    : 'The sale is open, or opens at the time set on /concert-settings.';
  return [...lines, '', red > 0 ? `${red} not ready. ${sale}` : `Everything is ready. ${sale}`].join('\n');
}
