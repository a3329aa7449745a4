import type { ConcertSettings, settingsRoutes } from '@concert/contracts/booking/settings';
import { SEATINGS, type Pricing } from '@concert/contracts/booking/seating';
import { formatMoney } from '@concert/contracts/core/money';
import type { CallOf } from '@concert/contracts/core/route';
import { instantsOf, localTimeOf, timeZoneOf, wallClock } from '@concert/contracts/core/zoned-time';
import type { FieldError } from '@concert/contracts/core/problem';
import type { AllotmentView } from '@concert/contracts/booking/complimentary';
import { heldTickets, poolsOf, type Pool, type StockNow } from '../seats/stock.ts';
import { saleEndsAt, stopIn, type Concert, type SaleTimes } from '../concert/concert.ts';
import { datesView, formerEvenings, withStart } from '../concert/postponement.ts';

export type RequestedSettings = CallOf<typeof settingsRoutes.saveSettings>['body'];

const NEVER = 'This time does not exist: the clocks go forward that day. Choose an earlier or a later one';

/** The instant at which the concert begins, or why its date and time name no instant. */
export function startOf({
  local,
  timeZone,
  which,
}: RequestedSettings['date']): { readonly startsAt: Date } | { readonly fault: FieldError } {
  const clock = wallClock(local);
  const [first, second] = clock ? instantsOf(clock, timeZone) : [];
  const fault = (field: 'local' | 'which', detail: string) => ({ fault: { pointer: `/date/${field}`, field: `date.${field}`, detail } });
  if (!first) return fault('local', NEVER);
  if (!second) return { startsAt: first };
  if (!which) return fault('which', 'This time comes twice: the clocks go back that day. Choose the first or the second');
  return { startsAt: which === 'first' ? first : second };
}

/**
 * When seats can be reserved, or why that cannot be. An end that is sent as it was shown keeps its distance from the evening, as when the concert is
 * postponed. Of a time that comes twice the one that is stored already is meant, else the first.
 */
export function saleOf(
  before: Concert,
  { sale, date }: RequestedSettings,
  startsAt: Date,
): { readonly sale: SaleTimes } | { readonly fault: FieldError } {
  const fault = (field: 'opens' | 'ends', detail: string) => ({ fault: { pointer: `/sale/${field}`, field: `sale.${field}`, detail } });
  const at = (local: string, stored: Date | null) => {
    const clock = wallClock(local);
    const instants = clock ? instantsOf(clock, date.timeZone) : [];
    return instants.find((instant) => instant.getTime() === stored?.getTime()) ?? instants[0];
  };
  const opensAt = sale.opens === '' ? null : at(sale.opens, before.sale.opensAt);
  const endsAt =
    sale.ends === saleEndShown(before)
      ? saleEndsAt({ startsAt, sale: before.sale })
      : sale.ends === ''
        ? startsAt
        : at(sale.ends, saleEndsAt(before));
  if (opensAt === undefined) return fault('opens', NEVER);
  if (endsAt === undefined) return fault('ends', NEVER);
  if (endsAt > startsAt) return fault('ends', 'The sale must end before the evening begins, or as it begins');
  if (opensAt && opensAt >= endsAt) return fault('opens', 'The sale must open before it ends');
  return { sale: { opensAt, endsMinutesBefore: (startsAt.getTime() - endsAt.getTime()) / 60_000 } };
}

/** The concert as the admin wants it. `promised`: somebody holds a ticket for its date, which is then kept when it changes */
export function changedConcert(
  before: Concert,
  wanted: RequestedSettings,
  { startsAt, sale }: Pick<Concert, 'startsAt' | 'sale'>,
  promised: boolean,
): Concert {
  const { date, capacities: _capacities, protectedSeats: _protected, allotments: _allotments, ...rest } = wanted;
  return {
    ...rest,
    gifts: rest.gifts ?? before.gifts,
    giveBack: rest.giveBack ?? before.giveBack,
    ...(before.postponement ? { postponement: before.postponement } : {}),
    ...(promised ? withStart(before, startsAt) : { startsAt, previousStarts: formerEvenings(before) }),
    stop: stopIn(wanted.state, before),
    sale,
    timeZone: date.timeZone,
    version: before.version + 1,
  };
}

const MAX_DETAIL_LENGTH = 240;
/** Stands in the audit log for a performer or a note that is not given. */
const UNSAID = 'not said';

/** What changed, for the audit log: each field with its new value and the old one. */
export function changesOf(before: Concert, after: Concert): Record<string, string> {
  const old = wordsOf(before);
  const cut = (text: string) => text.slice(0, MAX_DETAIL_LENGTH);
  return Object.fromEntries(
    Object.entries(wordsOf(after)).flatMap(([field, now]) =>
      now === old[field] ? [] : [[field, `${cut(now)} (was ${cut(old[field] ?? '')})`]],
    ),
  );
}

/** Of what changed, what turns money or calls of buyers elsewhere: every organiser is told of it. Empty where nothing did. */
export function toldChanges(changes: Readonly<Record<string, string>>): string {
  const told = ['supportEmail', 'supportPhone', ...SEATINGS.map((seating) => `${seating} price`)];
  return told
    .flatMap((field) => (changes[field] === undefined ? [] : [`${field}: ${changes[field]}`]))
    .join('; ')
    .slice(0, 500);
}

function wordsOf(concert: Concert): Record<string, string> {
  const {
    version: _version,
    startsAt,
    sale,
    previousStarts: _previousStarts,
    postponement: _postponement,
    stop: _stop,
    waitingClosed: _waitingClosed,
    lengthMinutes,
    venue,
    performer,
    notes: { doorsMinutes, intervalMinutes, ...notes },
    access,
    pricing,
    gifts,
    giveBack,
    ...texts
  } = concert;
  return {
    ...texts,
    performer: performer || UNSAID,
    ...Object.fromEntries(Object.entries(notes).map(([note, text]) => [note, text || UNSAID])),
    doorsMinutes: String(doorsMinutes ?? UNSAID),
    intervalMinutes: String(intervalMinutes ?? UNSAID),
    startsAt: startsAt.toISOString(),
    saleOpens: sale.opensAt?.toISOString() ?? 'not known',
    saleEnds: sale.endsMinutesBefore === 0 ? 'when the evening begins' : saleEndsAt({ startsAt, sale }).toISOString(),
    lengthMinutes: String(lengthMinutes),
    venue: `${venue.name}, ${venue.address}`,
    protectedUntil: access.protectedUntil || 'the category is sold out',
    freeCompanion: access.freeCompanion ? 'yes' : 'no',
    ...pricingInWords(pricing),
    gifts: gifts ? 'yes' : 'no',
    giveBack: giveBack.allowed
      ? `until ${giveBack.untilMinutes} minutes before, ${giveBack.when}${giveBack.first ? ', before unsold seats' : ''}${guestsSeats(giveBack)}`
      : 'no',
  };
}

const guestsSeats = ({ guests = 'group' }: Concert['giveBack']) => (guests === 'group' ? '' : `, seats of guests to ${guests}`);

function pricingInWords(pricing: Pricing): Record<string, string> {
  return Object.fromEntries(
    SEATINGS.flatMap((seating) => {
      const { about, priceMinor, defaultTickets, maxTickets } = pricing[seating];
      return [
        [`${seating} text`, about],
        [`${seating} price`, formatMoney(priceMinor)],
        [`${seating} tickets`, `${defaultTickets} at first, at most ${maxTickets}`],
      ];
    }),
  );
}

/* The end of the sale as the settings show it: empty when it is the beginning of the evening. */
function saleEndShown(concert: Concert): string {
  return concert.sale.endsMinutesBefore === 0 ? '' : localTimeOf(saleEndsAt(concert), concert.timeZone);
}

/** The settings as the admin's screen shows them. */
export function settingsView(concert: Concert, stocks: readonly StockNow[], allotments: readonly AllotmentView[]): ConcertSettings {
  const { startsAt, timeZone, sale, postponement: _postponement, stop: _stop, ...rest } = concert;
  const { startsAt: at, ...dates } = datesView(concert);
  const local = localTimeOf(startsAt, timeZone);
  const clock = wallClock(local);
  const instants = clock ? instantsOf(clock, timeZone) : [];
  const which = instants.length < 2 ? undefined : instants[0]!.getTime() === startsAt.getTime() ? 'first' : 'second';
  return {
    ...rest,
    ...dates,
    date: { local, timeZone: timeZoneOf(timeZone) ?? timeZone, ...(which ? { which } : {}), startsAt: at },
    sale: {
      opens: sale.opensAt ? localTimeOf(sale.opensAt, timeZone) : '',
      ends: saleEndShown(concert),
    },
    categories: SEATINGS.map((seating) => {
      const stock = stocks.find((candidate) => candidate.seating === seating);
      if (!stock) throw new Error(`there is no stock of ${seating}: run the migrations`);
      const { accessible, companions } = poolsOf(stock);
      const own = { capacity: stock.capacity, sold: stock.sold, held: heldTickets(stock) };
      return { seating, ...own, accessible: poolView(accessible), companions: poolView(companions) };
    }),
    allotments: [...allotments],
  };
}

function poolView({ seats, sold, held }: Pool): { seats: number; taken: number } {
  return { seats, taken: sold + held };
}
