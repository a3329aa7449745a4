/** A clock that stands still until a test moves it. */
export class FakeClock {
  #now: number;

  constructor(startsAt = '2026-01-10T18:00:00.000Z') {
    this.#now = Date.parse(startsAt);
  }

  /** Stands at noon in two days: a database deletes by the machine's clock, so what is stored under a clock behind it is soon gone. */
  static ahead(): FakeClock {
    const day = 86_400_000;
    return new FakeClock(new Date((Math.floor(Date.now() / day) + 2.5) * day).toISOString());
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Moves time forward, or back by negative values. */
  advance(by: { milliseconds?: number; seconds?: number; minutes?: number; hours?: number; days?: number }): Date {
    const { milliseconds = 0, seconds = 0, minutes = 0, hours = 0, days = 0 } = by;
    this.#now += milliseconds + 1_000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)));
    return this.now();
  }

  /** Sets the clock to a moment, also one in the past, as the clock of a machine may be set back. */
  set(at: string | Date): Date {
    this.#now = new Date(at).getTime();
    return this.now();
  }
}
