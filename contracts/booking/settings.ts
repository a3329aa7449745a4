import { z } from 'zod';
import { anyPhoneField, emailField, httpsLink, lineField, paragraphField } from '../core/fields.ts';
import { ofEach } from '../core/of-each.ts';
import { defineRoutes } from '../core/route.ts';
import { timeZoneOf, wallClock } from '../core/zoned-time.ts';
import { allotmentSchema, COMPLIMENTARY_CATEGORIES, seatsGoToSchema } from './complimentary.ts';
import { postponeFields, postponementSchema } from './postponement-fields.ts';
import { MAX_TICKETS, SEATINGS } from './seating.ts';
import { CONCERT_STATES } from './states.ts';
import { visitorNotesFields, visitorNotesSchema } from './visitor-note-fields.ts';

/** Largest number of tickets a category or an allotment can be given. */
export const MAX_SEATS = 100_000;

/** A moment as a clock at the venue shows it, or empty. */
const localOrEmpty = (label: string) =>
  z.string({ error: `${label} must be a text` }).refine((value) => value === '' || wallClock(value) !== undefined, {
    error: `${label} must be a real date and time`,
  });

const seats = (label: string) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(0, { error: `${label} must not be negative` })
    .max(MAX_SEATS, { error: `${label} must be at most ${MAX_SEATS}` });

/** The least and the most that a ticket or a booking can cost, in minor units; payment providers take no less. */
const MIN_PRICE_MINOR = 50;
const MAX_PRICE_MINOR = 9_999_900;

const bookingTickets = (label: string) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(1, { error: `${label} must be at least 1` })
    .max(MAX_TICKETS, { error: `${label} must be at most ${MAX_TICKETS}` });

/** What a category is, what it costs, and how many tickets a booking has at first and at most. */
const categoryPricing = z
  .strictObject({
    about: lineField('What it is', 80),
    priceMinor: z
      .int({ error: 'Price must be in dollars and whole cents, for example 25 or 25.50' })
      .min(MIN_PRICE_MINOR, { error: 'Price must be at least 0.50' })
      .max(MAX_PRICE_MINOR, { error: 'Price must be at most 99999' }),
    defaultTickets: bookingTickets('Tickets at first'),
    maxTickets: bookingTickets('Most tickets'),
  })
  .refine(({ defaultTickets, maxTickets }) => defaultTickets <= maxTickets, {
    path: ['defaultTickets'],
    error: 'Default tickets must not be more than the maximum',
  });

/** What an admin decides about the concert. The date is what a clock at the venue shows; its instant is worked out from the zone. */
export const settingsFields = {
  title: lineField('Title', 120),
  heading: lineField('Heading', 120),
  /** Empty: nobody is named. */
  performer: z.union([z.literal(''), lineField('Performer', 120)]),
  state: z.enum(CONCERT_STATES, { error: 'State must be open, disabled, postponed or cancelled' }),
  stateReason: lineField('Reason', 500),
  /** More about a cancellation, beside the fixed words of the notice. */
  cancellationNote: z.union([z.literal(''), paragraphField('Cancellation note', 1_000)]),
  date: z.strictObject({
    local: z
      .string({ error: 'Date and time are required' })
      .refine((value) => wallClock(value) !== undefined, { error: 'Date and time must be a real date and time' }),
    timeZone: z
      .string({ error: 'Time zone is required' })
      .transform((typed) => timeZoneOf(typed) ?? '')
      .refine(Boolean, { error: 'Time zone is not known: choose one from the list, such as America/New_York' }),
    /** Which of the two, when the clock shows this time twice. */
    which: z.enum(['first', 'second'], { error: 'must be first or second' }).optional(),
  }),
  /** By the clocks of the venue. Empty: the opening is not known yet, so nothing can be reserved; the end is when the evening begins. */
  sale: z.strictObject({ opens: localOrEmpty('Sale opens'), ends: localOrEmpty('Sale ends') }),
  lengthMinutes: z
    .int({ error: 'Length must be a whole number of minutes' })
    .min(15, { error: 'Length must be at least 15 minutes' })
    .max(1_440, { error: 'Length must be at most 1440 minutes' }),
  venue: z.strictObject({ name: lineField('Venue', 120), address: lineField('Address', 300) }),
  supportEmail: emailField,
  supportPhone: anyPhoneField,
  siteUrl: httpsLink('Site link'),
  organiser: lineField('Organiser', 120),
  organiserAddress: lineField('Postal address', 300),
  notes: visitorNotesFields,
  capacities: z.strictObject(ofEach(SEATINGS, seats)),
  /** Seats of each capacity that are protected for accessible seats and companions. */
  protectedSeats: z.strictObject(
    ofEach(SEATINGS, () => z.strictObject({ accessible: seats('Accessible seats'), companions: seats('Companion seats') })),
  ),
  access: z.strictObject({
    /** The day, by the clocks of the venue, from which everybody can have protected seats that are left; empty for never. */
    protectedUntil: z.union([z.literal(''), z.iso.date({ error: 'Day must be a real date' })], { error: 'Day must be a real date' }),
    freeCompanion: z.boolean({ error: 'Free companion must be yes or no' }),
  }),
  pricing: z.strictObject(ofEach(SEATINGS, () => categoryPricing)),
  allotments: z.strictObject(ofEach(COMPLIMENTARY_CATEGORIES, () => seats('Allotment'))),
  /** Whether a gift to the welfare work can be paid beside the seats. */
  gifts: z.boolean({ error: 'Gifts must be yes or no' }),
  /** What buyers who cannot come may do. */
  giveBack: z.strictObject({
    allowed: z.boolean({ error: 'Giving back must be yes or no' }),
    /** How long before the evening it ends. */
    untilMinutes: z
      .int({ error: 'Minutes before the concert must be a whole number' })
      .min(0, { error: 'Minutes before the concert must not be negative' })
      .max(43_200, { error: 'Minutes before the concert must be at most 43200' }),
    /** `waits`: until someone pays for the seats. `at once`: bought back in the moment they are given back. */
    when: z.enum(['waits', 'at once'], { error: 'must be waits or at once' }),
    /** Whether returned seats are sold before unsold ones. */
    first: z.boolean({ error: 'Returned seats first must be yes or no' }),
    /** Where seats go that guests give back, to their group unless said otherwise. */
    guests: seatsGoToSchema.optional(),
  }),
};

/** The settings as they are, with what has been given away already. */
export const concertSettingsSchema = z.object({
  version: z.int(),
  title: z.string(),
  heading: z.string(),
  performer: z.string(),
  state: z.enum(CONCERT_STATES),
  stateReason: z.string(),
  cancellationNote: z.string(),
  date: z.object({ local: z.string(), timeZone: z.string(), which: z.enum(['first', 'second']).optional(), startsAt: z.iso.datetime() }),
  sale: z.object({ opens: z.string(), ends: z.string() }),
  /** Starts that were given before, oldest first, UTC. */
  previousStarts: z.array(z.iso.datetime()),
  postponement: postponementSchema.optional(),
  lengthMinutes: z.int(),
  venue: z.object({ name: z.string(), address: z.string() }),
  supportEmail: z.string(),
  supportPhone: z.string(),
  siteUrl: z.string(),
  organiser: z.string(),
  organiserAddress: z.string(),
  notes: visitorNotesSchema,
  categories: z.array(
    z.object({
      seating: z.enum(SEATINGS),
      capacity: z.int(),
      sold: z.int(),
      held: z.int(),
      /** Of the capacity: seats protected for people who need one, and seats by them; with how many are sold or held. */
      accessible: z.object({ seats: z.int(), taken: z.int() }),
      companions: z.object({ seats: z.int(), taken: z.int() }),
    }),
  ),
  access: z.object({ protectedUntil: z.string(), freeCompanion: z.boolean() }),
  pricing: z.object(
    ofEach(SEATINGS, () => z.object({ about: z.string(), priceMinor: z.int(), defaultTickets: z.int(), maxTickets: z.int() })),
  ),
  allotments: z.array(allotmentSchema),
  gifts: z.boolean(),
  giveBack: z.object({
    allowed: z.boolean(),
    untilMinutes: z.int(),
    when: z.enum(['waits', 'at once']),
    first: z.boolean(),
    guests: seatsGoToSchema.optional(),
  }),
});
export type ConcertSettings = z.infer<typeof concertSettingsSchema>;

const settingsBodySchema = z.strictObject({
  version: z.int({ error: 'Version is required' }).min(1, { error: 'Version is required' }),
  ...settingsFields,
  /** Absent where they stay as they are. */
  gifts: settingsFields.gifts.optional(),
  giveBack: settingsFields.giveBack.optional(),
});
export type SettingsBody = z.input<typeof settingsBodySchema>;

/** What saves the settings as they are: what a screen sends when nothing was changed. */
export function settingsBody(settings: ConcertSettings): SettingsBody {
  const { categories, allotments, date, previousStarts: _starts, postponement: _postponement, ...rest } = settings;
  return {
    ...rest,
    date: { local: date.local, timeZone: date.timeZone, ...(date.which ? { which: date.which } : {}) },
    capacities: Object.fromEntries(categories.map(({ seating, capacity }) => [seating, capacity])) as SettingsBody['capacities'],
    protectedSeats: Object.fromEntries(
      categories.map(({ seating, accessible, companions }) => [seating, { accessible: accessible.seats, companions: companions.seats }]),
    ) as SettingsBody['protectedSeats'],
    allotments: Object.fromEntries(allotments.map(({ group, capacity }) => [group, capacity])) as SettingsBody['allotments'],
  };
}

export const settingsRoutes = defineRoutes({
  showSettings: {
    request: 'GET /api/concert/settings',
    summary: 'The concert as an admin changes it, with seats given away so far',
    access: 'admin',
    answer: concertSettingsSchema,
  },
  saveSettings: {
    request: 'PUT /api/concert/settings',
    summary: 'Changes the concert, all of it or nothing; capacity never below what is sold and held',
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    body: settingsBodySchema,
    answer: concertSettingsSchema,
    problems: ['booking.settings_changed', 'booking.date_promised', 'booking.not_ready', 'booking.capacity_below_taken'],
  },
  postponeConcert: {
    request: 'POST /api/concert/postponement',
    summary:
      'Moves the concert to a new date, or says that the date is to follow; nothing can be reserved until an admin opens reservations again',
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    body: z.strictObject({ version: z.int({ error: 'Version is required' }).min(1, { error: 'Version is required' }), ...postponeFields }),
    answer: concertSettingsSchema,
    problems: ['booking.settings_changed', 'booking.concert_cancelled'],
  },
});
