import { z } from 'zod';
import { idSchema } from '../core/ids.ts';
import { replaceUnusable, lineField } from '../core/fields.ts';
import { defineRoutes } from '../core/route.ts';
import { NEEDS, SPECIAL_SEATS } from './access.ts';

/**
 * Why somebody is not admitted: the ticket is inside already, its money went back, it was revoked, it was replaced by a new one, its
 * booking is not paid, the code belongs to another concert, is the link of a booking instead of a ticket, or is no ticket at all; the concert does not
 * take place, or not on this evening, or is too far ahead; this very admission was taken back, by its device or by an organiser; or whoever lets in by name has not looked the
 * holder up a short while ago.
 */
export const REFUSALS = [
  'already_inside',
  'refunded',
  'revoked',
  'replaced',
  'not_paid',
  'other_concert',
  'link',
  'unknown',
  'concert_cancelled',
  'concert_postponed',
  'too_early',
  'taken_back',
  'look_up_again',
] as const;
export type ScanRefusal = (typeof REFUSALS)[number];

/** What ends a ticket's life, as the door list carries it. */
export const TICKET_STATES = ['valid', 'refunded', 'revoked', 'replaced'] as const;

/** For how long a device offers to undo an admission. */
export const UNDO_SECONDS = 10;

/** For how long the server undoes one, by its own clock from when it was stored: an undo whose answer was lost is sent again. */
export const UNDONE_WITHIN_SECONDS = 20;

/** The name of a door, as its device tells it. */
export const doorNameField = lineField('Door', 40);

/** Whose tickets they are: a booking or a complimentary entry. */
const holderSchema = z.union([idSchema('booking'), idSchema('complimentary')]);

/** One code scanned at a door, or a ticket found by the name of its holder, who has lost it: that one needs the network. */
export const scanSchema = z
  .strictObject({
    /** Made by the door's device, so that a scan sent twice counts once. */
    scanId: z.uuid({ error: 'is not a scan' }),
    code: z
      .string()
      .min(1, { error: 'Code is required' })
      .max(600, { error: 'is too long for a code' })
      .transform(replaceUnusable)
      .optional(),
    /** Apart from the code, so that nobody can write a code that lets somebody else's ticket in. */
    byName: z.strictObject({ holder: holderSchema, number: z.int().min(1).max(20) }).optional(),
    /** By the device's clock, which may be wrong: shown to people, never used to decide. */
    scannedAt: z.iso.datetime(),
    door: doorNameField,
    /** True when the device admitted somebody by its own list, while the network was away. */
    admittedOffline: z.boolean().default(false),
    /** Letting in was a mistake, which its device took back within {@link UNDO_SECONDS}: nobody is inside by this scan, whether it is known or not. */
    undone: z.literal(true).optional(),
  })
  .refine(({ code, byName }) => (code === undefined) !== (byName === undefined), { error: 'Code is required', path: ['code'] })
  .refine(({ byName, admittedOffline }) => !(byName && admittedOffline), { error: 'needs the network', path: ['admittedOffline'] });
export type Scan = z.infer<typeof scanSchema>;

/** What people at the door are told of a ticket. Its id is not among it: whoever knows the id can make the ticket. */
const ticketFacts = z.object({
  /** Category, or group of a complimentary entry. */
  seating: z.string(),
  number: z.int(),
  of: z.int(),
  /** The buyer disputes the payment with the bank, which has not decided yet: the ticket is valid until then. */
  disputed: z.literal(true).optional(),
  /** What helpers can prepare for, once somebody is let in. Needs in somebody's own words are for organisers alone. */
  seat: z.enum(SPECIAL_SEATS).optional(),
  /** What the people of the ticket's booking need. */
  needs: z.array(z.enum(NEEDS)).optional(),
});

const entranceSchema = z.object({
  scanId: z.uuid(),
  door: z.string(),
  at: z.iso.datetime(),
  offline: z.boolean(),
  /** Set where the holder was found by name. */
  byName: z.literal(true).optional(),
});
export type Entrance = z.infer<typeof entranceSchema>;

/** What the server decided about one scan. */
export const scanResultSchema = z.object({
  scanId: z.uuid(),
  outcome: z.enum(['admitted', 'refused']),
  reason: z.enum(REFUSALS).optional(),
  ticket: ticketFacts.optional(),
  /** For `already_inside`: when and where its holder went in. */
  inside: entranceSchema.optional(),
  /** The device had admitted somebody whom the server refuses: both doors are told. */
  conflict: z.boolean(),
});
export type ScanResult = z.infer<typeof scanResultSchema>;

/** One ticket used at two doors, or a ticket admitted by an old list. */
export const conflictSchema = z.object({
  id: z.uuid(),
  ticket: ticketFacts,
  reason: z.enum(REFUSALS),
  first: entranceSchema.optional(),
  second: entranceSchema,
  /** Whether the second holder was admitted as well, by a device without network. */
  bothInside: z.boolean(),
});
export type DoorConflict = z.infer<typeof conflictSchema>;

export const doorStateSchema = z.object({
  concert: z.object({
    title: z.string(),
    startsAt: z.iso.datetime(),
    timeZone: z.string(),
    /** Date and time in words, or that they are to follow. */
    dateText: z.string(),
    state: z.string(),
    /** Why nobody is admitted, whatever ticket they hold, and until when (UTC) where that is known; absent while tickets decide. */
    closed: z
      .object({ reason: z.enum(['concert_cancelled', 'concert_postponed', 'too_early']), until: z.iso.datetime().optional() })
      .optional(),
  }),
  inside: z.int(),
  /** Tickets that are valid now. */
  expected: z.int(),
  /** Newest first, at most 20. */
  conflicts: z.array(conflictSchema),
  /** Changes whenever a ticket becomes valid or ends, or their keys change, so that devices know when their list is old. */
  listMark: z.string(),
  /** When the access of whoever asks ends, for a helper who came by a link: their device then lets nobody in any more, also without network. */
  helperUntil: z.iso.datetime().optional(),
});
export type DoorState = z.infer<typeof doorStateSchema>;

/** A line of the list that a device keeps for times without network: it names no person and no needs, and no ticket can be made of it. */
export const listedTicketSchema = z.object({
  /** SHA-256 of the ticket's id, in base64url: a code that is scanned or typed is compared with it. */
  ticketHash: z.string().regex(/^[\w-]{43}$/, { error: 'is not a hash' }),
  state: z.enum(TICKET_STATES),
  seating: z.string(),
  number: z.int(),
  of: z.int(),
  disputed: z.literal(true).optional(),
  insideAt: z.iso.datetime().optional(),
  insideDoor: z.string().optional(),
});
export type ListedTicket = z.infer<typeof listedTicketSchema>;

/** Most holders that one look-up shows. */
export const MAX_HOLDERS_SHOWN = 20;

/** Look-ups of one person in an hour. */
export const LOOK_UPS_PER_HOUR = 60;

/** For how long whoever looked a holder up may let them in by name. */
export const LOOKED_UP_MINUTES = 15;

/** Somebody who was found by name: no address, no phone number, nothing of their needs. */
export const foundHolderSchema = z.object({
  holder: holderSchema,
  name: z.string(),
  tickets: z.array(
    z.object({
      seating: z.string(),
      number: z.int(),
      of: z.int(),
      state: z.enum(TICKET_STATES),
      insideAt: z.iso.datetime().optional(),
      insideDoor: z.string().optional(),
      /** The scan that let its holder in, which an organiser can take back. */
      insideScan: z.uuid().optional(),
    }),
  ),
});
export type FoundHolder = z.infer<typeof foundHolderSchema>;

/** How far back arrivals are counted, in minutes. */
export const ARRIVALS_MINUTES = 180;

/** How many came in by one door within one minute. */
export const arrivalsSchema = z.object({ door: z.string(), at: z.iso.datetime(), count: z.int() });
export type Arrivals = z.infer<typeof arrivalsSchema>;

export const MAX_SCANS_TOGETHER = 100;

export const doorRoutes = defineRoutes({
  showDoor: {
    request: 'GET /api/door',
    summary: 'How many are inside, how many are expected, and tickets that came twice',
    access: 'door',
    takesHelpers: true,
    answer: doorStateSchema,
  },
  showDoorList: {
    request: 'GET /api/door/list',
    summary: 'The tickets of the concert with the public keys their codes are signed by, for a device that may lose the network',
    access: 'door',
    takesHelpers: true,
    answer: z.object({
      /** Ed25519 public keys as raw bytes in base64url, and the name each has in codes. */
      keys: z.array(z.object({ id: z.string(), publicKey: z.string() })),
      listMark: z.string(),
      items: z.array(listedTicketSchema),
    }),
  },
  lookUpHolders: {
    request: 'POST /api/door/look-ups',
    summary: `Who has tickets, by three letters of a name or the last four digits of a phone number, for someone who lost theirs; each is an entry of the audit log, ${LOOK_UPS_PER_HOUR} an hour at most`,
    access: 'door',
    takesHelpers: true,
    body: z.strictObject({ text: lineField('Name or phone', 60), door: doorNameField }),
    answer: z.object({
      holders: z.array(foundHolderSchema),
      /** There are more than are shown: more letters are needed. */
      more: z.boolean(),
    }),
    problems: ['request.too_many'],
  },
  takeAdmissionBack: {
    request: 'POST /api/door/take-backs',
    summary:
      'Takes an admission back that was a mistake: the ticket lets its holder in again, and can be ended or replaced; an entry of the audit log',
    access: 'organiser',
    freshSignIn: true,
    body: z.strictObject({
      holder: holderSchema,
      number: z.int().min(1).max(20),
      /** The admission that was shown: a later one stays. */
      scanId: z.uuid({ error: 'is not a scan' }),
    }),
    repeatable: true,
    problems: ['booking.not_inside'],
  },
  showArrivals: {
    request: 'GET /api/door/arrivals',
    summary: 'How many came in per door and minute, within the last three hours; minutes in which nobody came are left out',
    access: 'organiser',
    answer: z.object({ arrivals: z.array(arrivalsSchema) }),
  },
  scan: {
    request: 'POST /api/door/scans',
    summary:
      'Decides who is let in, each ticket once; a scan sent again gets its first answer, and one sent again as a mistake is undone, with an entry of the audit log',
    access: 'door',
    takesHelpers: true,
    body: z.strictObject({
      scans: z
        .array(scanSchema)
        .min(1, { error: 'There is nothing to check' })
        .max(MAX_SCANS_TOGETHER, { error: `At most ${MAX_SCANS_TOGETHER} at a time` }),
    }),
    answer: z.object({ results: z.array(scanResultSchema), inside: z.int() }),
    repeatable: true,
  },
});
