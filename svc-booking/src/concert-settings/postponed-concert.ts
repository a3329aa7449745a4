import type { settingsRoutes } from '@concert/contracts/booking/settings';
import type { CallOf } from '@concert/contracts/core/route';
import { lastMinuteOf } from '@concert/contracts/core/zoned-time';
import { DomainError } from '@concert/service-kit/process/errors';
import type { Concert, Postponement } from '../concert/concert.ts';
import { withStart } from '../concert/postponement.ts';
import { fieldRefusal } from '../concert/field-refusal.ts';
import { startOf } from './concert-settings.ts';

export type PostponementRequest = CallOf<typeof settingsRoutes.postponeConcert>['body'];

export interface PostponedConcert extends Concert {
  readonly postponement: Postponement;
}

/**
 * The concert as it is once it is postponed. Where the date is to follow, it keeps the start that does not take place, so that everybody can
 * say which evening is meant.
 * @throws DomainError `booking.concert_cancelled`; `request.invalid` for a date or a deadline that cannot be
 */
export function postponedConcert(before: Concert, wanted: PostponementRequest, now: Date): PostponedConcert {
  if (before.state === 'cancelled') throw new DomainError('booking.concert_cancelled');
  const startsAt = wanted.date ? newStart(before, wanted.date, now) : undefined;
  return {
    ...before,
    ...(startsAt ? withStart(before, startsAt) : {}),
    state: 'postponed',
    stateReason: wanted.reason,
    postponement: {
      dateToFollow: startsAt === undefined,
      postponedAt: now,
      chooseUntil: endOfChoosing(wanted.lastDay, before.timeZone, startsAt, now),
      silence: wanted.silence,
    },
    version: before.version + 1,
  };
}

function newStart(before: Concert, date: NonNullable<PostponementRequest['date']>, now: Date): Date {
  const start = startOf({ ...date, timeZone: before.timeZone });
  if ('fault' in start) throw fieldRefusal(start.fault);
  const fault = (detail: string) => fieldRefusal({ pointer: '/date/local', field: 'date.local', detail });
  if (start.startsAt <= now) throw fault('The new date must lie ahead');
  // A concert that is postponed already may keep its date and change the rest.
  if (before.state !== 'postponed' && start.startsAt.getTime() === before.startsAt.getTime())
    throw fault('The concert has this date already');
  return start.startsAt;
}

function endOfChoosing(lastDay: string, timeZone: string, startsAt: Date | undefined, now: Date): Date {
  const until = lastMinuteOf(lastDay, timeZone);
  const fault = (detail: string) => fieldRefusal({ pointer: '/lastDay', field: 'lastDay', detail });
  if (!until || until <= now) throw fault('The last day to choose must lie ahead');
  if (startsAt && until >= startsAt) throw fault('The last day to choose must lie before the new date');
  return until;
}
