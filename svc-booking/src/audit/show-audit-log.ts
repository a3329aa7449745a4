import type { auditRoutes } from '@concert/contracts/booking/audit';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { instantsOf, wallClock } from '@concert/contracts/core/zoned-time';
import { unknownCursor } from '@concert/service-kit/http/cursor';
import { searchTerms } from '@concert/contracts/core/search-words';
import type { MongoConcert } from '../concert/mongo-concert.ts';
import { peopleIn, viewOf } from '../audit-log/audit-views.ts';
import type { MongoAudit } from '../audit-log/mongo-audit.ts';
import type { HttpPeople } from '../people/http-people.ts';

const PAGE = 50;

/** The first moment of a day in the concert's time zone: midnight, or the first moment after it where a clock change skips midnight. */
function beginningOf(day: string, timeZone: string): Date {
  for (let minutes = 0; minutes < 180; minutes += 15) {
    const clock = wallClock(`${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`);
    const [instant] = clock ? instantsOf(clock, timeZone) : [];
    if (instant) return instant;
  }
  return new Date(`${day}T00:00:00Z`);
}

/** Shows the audit log. */
export class ShowAuditLog {
  constructor(
    private readonly audit: MongoAudit,
    private readonly concert: MongoConcert,
    private readonly people: HttpPeople,
  ) {}

  /** @throws DomainError `request.invalid` for a cursor that this list did not issue */
  async list({
    limit = PAGE,
    cursor,
    search = '',
    act,
    since,
    until,
  }: CallOf<(typeof auditRoutes)['listActs']>['query']): Promise<AnswerOf<(typeof auditRoutes)['listActs']>> {
    const before = cursor === undefined ? undefined : numberIn(cursor);
    const terms = searchTerms(search);
    // A search of signs alone, which no word begins with, finds nothing instead of everything.
    if (search.trim() !== '' && terms.length === 0) return { items: [] };
    const { timeZone } = await this.concert.current();
    const found = await this.audit.list({
      limit: limit + 1,
      terms,
      actors: terms.length > 0 ? await this.people.found(search) : [],
      ...(before === undefined ? {} : { before }),
      ...(act === undefined ? {} : { act }),
      ...(since === undefined ? {} : { since: beginningOf(since, timeZone) }),
      ...(until === undefined ? {} : { until: beginningOf(dayAfter(until), timeZone) }),
    });
    const shown = found.slice(0, limit);
    const people = await this.people.named(peopleIn(shown));
    const last = shown.at(-1);
    return { items: shown.map((entry) => viewOf(entry, people)), ...(found.length > limit && last ? { next: String(last.number) } : {}) };
  }

  /** Checks the whole chain. */
  async verify(): Promise<AnswerOf<(typeof auditRoutes)['verifyActs']>> {
    const { entries, brokenAt, breaks } = await this.audit.verify();
    return { entries, intact: brokenAt === undefined, ...(brokenAt === undefined ? {} : { brokenAt }), ...(breaks ? { breaks } : {}) };
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function numberIn(cursor: string): number {
  const number = /^[1-9][0-9]{0,14}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw unknownCursor();
  return number;
}
