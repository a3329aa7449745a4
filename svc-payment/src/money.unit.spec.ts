import { describe, expect, it } from '@jest/globals';
import { playLives, type Guard } from './money-life.harness.ts';

/** Long, because a busy machine is many times slower than an idle one. */
const PATIENCE_MS = 120_000;
/** What has to happen in some of the lives, more than ten times each. */
const TROUBLES = [
  ...['paid at once', 'paid after a while', 'completed, and the money never came', 'never paid', 'told as expired and as completed'],
  ...['a second page that is paid', 'refunded at the provider', 'a dispute that was won', 'a dispute that was lost', '500', '429'],
  ...['no answer in time', 'killed before the request left', 'killed before the answer was stored', 'killed before the transaction'],
  ...['killed before the commit', 'killed after the commit', 'several attempts', 'failed after it had succeeded'],
  ...['the concert is cancelled', 'three parts and more', 'a part that was sent again', 'the rest after parts', 'gifts beside refunds'],
  ...['all that was left given', 'tickets given back', 'a gift beside the seats', 'a gift that was sent back'],
];

describe('the money of a booking, whatever is pressed, lost, repeated and killed, at the provider and at the bank', () => {
  it(
    'B2-538 B2-540 B2-542 B2-549 B2-552 B3-507 B3-518 F07 F60 F11 F62 I6 comes and goes back once, is told once, and bookings, ledger and provider agree, in 600 lives',
    async () => {
      const { faults, met } = await playLives(1, 600);
      expect(faults).toEqual([]);
      expect(TROUBLES.filter((trouble) => (met.get(trouble) ?? 0) <= 10)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it.each<Guard>(['keys and reading before sending again', 'reading what a notice is about', 'catching up on lost notices'])(
    'does not, without %s',
    async (without) => {
      const { faults } = await playLives(1, 150, without);
      expect(faults.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
