import type { HeldForYou as Held } from '@concert/contracts/booking/reserving';
import { formatMoney } from '@concert/contracts/core/money';
import { timeInWords } from '@concert/contracts/core/time-in-words';
import { Notice } from '@concert/design-system/notice.tsx';
import { texts } from '../../texts.ts';
import { texts as words } from './code-texts.ts';

/** Seats that somebody held for the address of who is signed in: whose name was typed, and that nothing of it counts. */
export function HeldForYou({ held, timeZone }: { held: readonly Held[]; timeZone: string }) {
  if (held.length === 0) return null;
  return (
    <Notice tone="warn" title={words.held.title} titleAs="h2">
      <ul>
        {held.map(({ name, seating, notickets, amount, holdEndsAt }) => (
          <li key={`${name} ${seating} ${holdEndsAt}`}>
            {words.held.line(texts.seats(notickets, seating), formatMoney(amount), name, timeInWords(holdEndsAt, timeZone))}
          </li>
        ))}
      </ul>
      <p>{words.held.next}</p>
    </Notice>
  );
}
