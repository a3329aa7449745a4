import { BOOK_LINES, type BookLines, type Books } from '@concert/contracts/payment/books';
import { ofEach } from '@concert/contracts/core/of-each';

/** What moved money, but for what is given nothing. */
export const linesOf = (moved: Partial<BookLines>): BookLines => ({ ...ofEach(BOOK_LINES, () => 0), ...moved });

/** Books of an account whose first reading is still to come, but for what is given. */
export function books(over: Partial<Books> = {}): Books {
  return {
    at: null,
    accounts: [],
    sold: { chargedMinor: 0, refundedMinor: 0, lostMinor: 0, givenMinor: 0 },
    payouts: [],
    warnings: [],
    ...over,
  };
}
