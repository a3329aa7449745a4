import { COMPLIMENTARY_CATEGORIES, GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { settingsRoutes, type ConcertSettings } from '@concert/contracts/booking/settings';
import { NOTE_WORDS } from '@concert/contracts/booking/visitor-notes';
import { centsIn, wholeNumberIn } from '@concert/contracts/core/as-typed';
import { formatMoney, majorUnits } from '@concert/contracts/core/money';
import { ofEach } from '@concert/contracts/core/of-each';
import type { InputOf } from '@concert/contracts/core/route';
import { checkForm, type CheckResult } from '@concert/web-kit/forms/field-errors.ts';
import { timeZoneOf } from '@concert/contracts/core/zoned-time';
import { texts as common } from '../../texts.ts';
import { texts as guestTexts } from '../complimentary/texts.ts';
import { startsOf, type TypedStart } from '../organising/typed-start.tsx';
import { texts as words } from './texts.ts';

/** What an entry of several of one kind is called, at its field and where its change is told. */
export function labelOf(of: string, key: string): string {
  const column = { ...words.columns }[of];
  return column ? `${key}, ${column.toLowerCase()}` : ({ ...GROUP_NAMES, ...NOTE_WORDS, ...words.notes.labels }[key] ?? key);
}

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = { when: words.when, guests: guestTexts.goesTo };

/** Every field's label and value, as somebody would say them. */
function labelled(values: SettingsValues): { readonly label: string; readonly value: string }[] {
  return Object.entries(values).flatMap(([field, value]: [string, string | Readonly<Record<string, string>>]) =>
    typeof value === 'string'
      ? [
          {
            label: words.fields[field as keyof typeof words.fields],
            value: CHOICES[field]?.[value] ?? value.replace(/^(\d{4}-\d\d-\d\d)T/, '$1 '),
          },
        ]
      : Object.entries(value).map(([key, text]) => ({
          label: labelOf(field, key),
          value: field === 'prices' ? formatMoney(centsIn(text) ?? 0) : text,
        })),
  );
}

/** What saving changed, a line each: `General Seating, price: $25.00 to $30.00`. Of what is long only that it changed. */
export function changesBetween(before: ConcertSettings, after: ConcertSettings): string[] {
  const was = labelled(valuesOf(before));
  return labelled(valuesOf(after)).flatMap(({ label, value: now }, at) => {
    const old = was[at]?.value ?? '';
    if (old === now) return [];
    return [old.length > 60 || now.length > 60 ? words.changed(label) : words.changedTo(label, old, now)];
  });
}

/** What is typed as it is kept. */
const PROSE = [
  ...(['title', 'heading', 'performer', 'stateReason', 'cancellationNote'] as const),
  ...(['supportEmail', 'supportPhone', 'siteUrl', 'organiser', 'organiserAddress'] as const),
];

/** The settings while they are being typed: everything is text. */
export type SettingsValues = ReturnType<typeof valuesOf>;

/** What the form shows at first. */
export function valuesOf(settings: ConcertSettings) {
  const { date, venue, categories, allotments } = settings;
  const start: TypedStart = { local: date.local, timeZone: date.timeZone, which: date.which ?? '' };
  const yesNo = (holds: boolean): 'yes' | 'no' => (holds ? 'yes' : 'no');
  const { allowed, untilMinutes, when, first, guests = 'group' } = settings.giveBack;
  return {
    ...start,
    ...ofEach(PROSE, (field) => settings[field]),
    state: settings.state,
    saleOpens: settings.sale.opens,
    saleEnds: settings.sale.ends,
    lengthMinutes: String(settings.lengthMinutes),
    venueName: venue.name,
    venueAddress: venue.address,
    notes: {
      ...settings.notes,
      doorsMinutes: String(settings.notes.doorsMinutes ?? ''),
      intervalMinutes: String(settings.notes.intervalMinutes ?? ''),
    },
    capacities: ofEach(SEATINGS, (seating) => String(categories.find((category) => category.seating === seating)?.capacity ?? '')),
    accessible: ofEach(SEATINGS, (seating) => String(categories.find((category) => category.seating === seating)?.accessible.seats ?? '')),
    companions: ofEach(SEATINGS, (seating) => String(categories.find((category) => category.seating === seating)?.companions.seats ?? '')),
    protectedUntil: settings.access.protectedUntil,
    freeCompanion: yesNo(settings.access.freeCompanion),
    about: ofEach(SEATINGS, (seating) => settings.pricing[seating].about),
    prices: ofEach(SEATINGS, (seating) => majorUnits(settings.pricing[seating].priceMinor)),
    defaultTickets: ofEach(SEATINGS, (seating) => String(settings.pricing[seating].defaultTickets)),
    maxTickets: ofEach(SEATINGS, (seating) => String(settings.pricing[seating].maxTickets)),
    allotments: ofEach(COMPLIMENTARY_CATEGORIES, (group) =>
      String(allotments.find((allotment) => allotment.group === group)?.capacity ?? ''),
    ),
    gifts: yesNo(settings.gifts),
    ...{ allowed: yesNo(allowed), untilMinutes: String(untilMinutes), when, first: yesNo(first), guests },
  };
}

const number = (text: string) => wholeNumberIn(text) ?? Number.NaN;
/** Nothing is said where nothing is typed. */
const minutes = (text: string) => (text.trim() === '' ? null : number(text));

export type SettingsBody = InputOf<typeof settingsRoutes.saveSettings>['body'];

/** What is sent; the version says which settings were shown. */
export function settingsBodyOf(values: SettingsValues, version: number): SettingsBody {
  const { local, timeZone, which, lengthMinutes, venueName, venueAddress, capacities, allotments, ...others } = values;
  const { saleOpens, saleEnds, notes, accessible, companions, protectedUntil, freeCompanion, ...prose } = others;
  const { about, prices, defaultTickets, maxTickets, gifts, allowed, untilMinutes, when, first, guests, ...rest } = prose;
  const numbers = (entries: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, number(text)]));
  return {
    version,
    ...rest,
    date: { local, timeZone, ...(which && startsOf(values).length > 1 ? { which } : {}) },
    sale: { opens: saleOpens, ends: saleEnds },
    lengthMinutes: number(lengthMinutes),
    venue: { name: venueName, address: venueAddress },
    notes: { ...notes, doorsMinutes: minutes(notes.doorsMinutes), intervalMinutes: minutes(notes.intervalMinutes) },
    capacities: numbers(capacities) as SettingsBody['capacities'],
    protectedSeats: ofEach(SEATINGS, (seating) => ({ accessible: number(accessible[seating]), companions: number(companions[seating]) })),
    access: { protectedUntil, freeCompanion: freeCompanion === 'yes' },
    pricing: ofEach(SEATINGS, (seating) => ({
      about: about[seating],
      priceMinor: centsIn(prices[seating]) ?? Number.NaN,
      defaultTickets: number(defaultTickets[seating]),
      maxTickets: number(maxTickets[seating]),
    })),
    allotments: numbers(allotments) as SettingsBody['allotments'],
    gifts: gifts === 'yes',
    giveBack: { allowed: allowed === 'yes', untilMinutes: number(untilMinutes), when, first: first === 'yes', guests },
  };
}

/** Checks what is typed by the server's rules and the clocks at the venue. Faults are keyed by the names of the form's fields. */
export function checkSettings(values: SettingsValues, version: number): CheckResult<SettingsBody> {
  const checked = checkForm(settingsRoutes.saveSettings.body, settingsBodyOf(values, version), fieldOf);
  const errors: Record<string, string> = checked.ok ? {} : { ...checked.errors };
  const starts = startsOf(values);
  if (starts.length === 0 && !['local', 'timeZone', 'which'].some((field) => field in errors)) errors['local'] = common.start.never;
  if (starts.length > 1 && values.which === '') errors['which'] ??= common.start.twice;
  return checked.ok && Object.keys(errors).length === 0 ? checked : { ok: false, errors };
}

/** The zone that is typed, to tell times in that are clear. */
export function zoneOf({ timeZone }: Pick<SettingsValues, 'timeZone'>): string {
  return timeZoneOf(timeZone) ?? 'UTC';
}

/** Name of a field of the form for a place in the body that was sent. */
export function fieldOf(pointer: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  switch (path[0]) {
    case 'date':
      return path[1] ?? 'local';
    case 'sale':
      return path[1] === 'ends' ? 'saleEnds' : 'saleOpens';
    case 'venue':
      return path[1] === 'address' ? 'venueAddress' : 'venueName';
    case 'access':
      return path[1] ?? 'protectedUntil';
    case 'giveBack':
      return path[1] ?? 'allowed';
    case 'protectedSeats':
      return `${path[2] ?? 'accessible'}.${path[1]}`;
    case 'pricing':
      return `${!path[2] || path[2] === 'priceMinor' ? 'prices' : path[2]}.${path[1]}`;
    case 'notes':
    case 'capacities':
    case 'allotments':
      return path.slice(0, 2).join('.');
    default:
      return path[0] ?? '';
  }
}
