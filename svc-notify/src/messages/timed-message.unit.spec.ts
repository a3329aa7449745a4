import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { localTimeOf } from '@concert/contracts/core/zoned-time';
import { DAYS_FROM_EVENING, MAX_LATE_HOURS, TIMED_MESSAGES } from '@concert/contracts/notify/timed-messages';
import { dayOf, eveningDayOf, dueAt, isDue, runIdOf, usualSettings } from './timed-message.ts';

const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia', 'UTC'];

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const usual = (startsAt: string, timeZone = 'America/New_York') =>
  TIMED_MESSAGES.map((message) => dueAt(usualSettings(message), { startsAt, timeZone }).toISOString());

describe('B6-534 the time of a message that goes out by itself', () => {
  it('is ten in the morning by the clock of the venue, on both sides of a change of clocks', () => {
    // The clocks of New York go forward on 14 March 2027 and back on 7 November.
    expect(usual('2027-03-14T22:00:00.000Z')).toEqual(['2027-03-07T15:00:00.000Z', '2027-03-13T15:00:00.000Z', '2027-03-15T14:00:00.000Z']);
    expect(usual('2027-11-07T23:00:00.000Z')).toEqual(['2027-10-31T14:00:00.000Z', '2027-11-06T14:00:00.000Z', '2027-11-08T15:00:00.000Z']);
    // An evening that begins after midnight of UTC is still of its day at the venue.
    expect(usual('2027-06-02T01:30:00.000Z')[1]).toBe('2027-05-31T14:00:00.000Z');
    // 02:30 is left out in one night, and 01:30 comes twice in the other.
    const night = (time: string, startsAt: string) => dueAt({ days: 0, time }, { startsAt, timeZone: 'America/New_York' }).toISOString();
    expect(night('02:30', '2027-03-14T22:00:00.000Z')).toBe('2027-03-14T07:30:00.000Z');
    expect(night('01:30', '2027-11-07T23:00:00.000Z')).toBe('2027-11-07T05:30:00.000Z');
  });

  it('lies on the day and hour that were chosen, and it is due for some hours of that day only, in every zone', () => {
    const next = numbers(47);
    for (let round = 0; round < 500; round += 1) {
      const timeZone = ZONES[Math.floor(next() * ZONES.length)]!;
      const startsAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(next() * 4 * 365 * 24 * 60) * 60_000).toISOString();
      const message = TIMED_MESSAGES[Math.floor(next() * 3)]!;
      const { least, most } = DAYS_FROM_EVENING[message];
      const days = least + Math.floor(next() * (most - least + 1));
      const time = `${String(6 + Math.floor(next() * 14)).padStart(2, '0')}:${String(Math.floor(next() * 60)).padStart(2, '0')}`;
      const due = dueAt({ days, time }, { startsAt, timeZone });
      const day = new Date(Date.parse(`${eveningDayOf({ startsAt, timeZone })}T00:00:00Z`) + days * 24 * HOUR_MS)
        .toISOString()
        .slice(0, 10);
      expect([timeZone, startsAt, localTimeOf(due, timeZone)]).toEqual([timeZone, startsAt, `${day}T${time}`]);
      expect(due < new Date(startsAt)).toBe(days < 0);
      const last = new Date(due.getTime() + MAX_LATE_HOURS * HOUR_MS);
      expect([new Date(due.getTime() - 1), due, last, new Date(last.getTime() + 1)].map((at) => isDue(due, at))).toEqual([
        ...[false, true, true, false],
      ]);
      expect(dayOf(last, timeZone)).toBe(day);
    }
  });
});

describe('B6-535 the run of a message and an evening', () => {
  /** Moves the date and looks again and again. @returns how often each message went for each evening */
  function looked(seed: number, idOf: typeof runIdOf): number[] {
    const next = numbers(seed);
    const timeZone = ZONES[seed % ZONES.length]!;
    const planned = new Set<string>();
    const went = new Map<string, number>();
    let concert = { startsAt: '2027-03-20T22:00:00.000Z', timeZone };
    for (let now = Date.UTC(2027, 2, 1); now < Date.UTC(2027, 5, 1); now += Math.floor((1 + 2 * next()) * HOUR_MS)) {
      // By up to an hour as the settings allow, or to another evening.
      if (next() < 0.05)
        concert = { ...concert, startsAt: new Date(Date.parse(concert.startsAt) + (next() - 0.5) * 2 * HOUR_MS).toISOString() };
      if (next() < 0.02) concert = { ...concert, startsAt: new Date(now + Math.floor(next() * 40 * 24) * HOUR_MS).toISOString() };
      for (const message of TIMED_MESSAGES) {
        const id = idOf(message, concert);
        if (planned.has(id) || !isDue(dueAt(usualSettings(message), concert), new Date(now))) continue;
        planned.add(id);
        const key = `${message} ${eveningDayOf(concert)}`;
        went.set(key, (went.get(key) ?? 0) + 1);
      }
    }
    return [...went.values()];
  }

  it('is one, however often the date moves and moves back; and a run for each start would not be', () => {
    const byEvening = Array.from({ length: 8 }, (_, seed) => looked(seed + 1, runIdOf)).flat();
    expect(byEvening.length).toBeGreaterThan(15);
    expect(Math.max(...byEvening)).toBe(1);
    const byStart = (...[message, concert]: Parameters<typeof runIdOf>) => `${message} ${concert.startsAt}` as never;
    expect(Math.max(...Array.from({ length: 8 }, (_, seed) => looked(seed + 1, byStart)).flat())).toBeGreaterThan(1);
  });
});
