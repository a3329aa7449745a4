import { z } from 'zod';
import { lineField } from '../core/fields.ts';
import { SEATING_RULES, type Seating } from './seating.ts';

/** Most companions by one accessible seat (28 CFR 36.302(f) asks for up to three). */
export const MAX_COMPANIONS = 3;

/** An accessible seat, and how many of the other tickets of its booking are for companions by it. */
export const accessSchema = z.strictObject({
  companions: z
    .int({ error: 'Companions must be a whole number' })
    .min(0, { error: 'Companions must not be negative' })
    .max(MAX_COMPANIONS, { error: `Companions must be at most ${MAX_COMPANIONS}` }),
});
export type AccessView = z.infer<typeof accessSchema>;

/** What a ticket of a booking with an accessible seat is for. Its other tickets are like any other. */
export const SPECIAL_SEATS = ['accessible', 'companion'] as const;
export type SpecialSeat = (typeof SPECIAL_SEATS)[number];

/** What people read on such a ticket, on every screen and at the door. */
export const SPECIAL_SEAT_WORDS = { accessible: 'Accessible seat', companion: 'Companion' } as const satisfies Record<SpecialSeat, string>;

/** What organisers and the door can prepare for. */
export const NEEDS = ['wheelchair', 'step_free', 'hearing_loop', 'assistance_dog', 'near_exit'] as const;
export type AccessNeed = (typeof NEEDS)[number];

export const NEED_WORDS = {
  wheelchair: 'Wheelchair space',
  step_free: 'Step-free way',
  hearing_loop: 'Hearing loop',
  assistance_dog: 'Assistance dog',
  near_exit: 'Near the exit',
} as const satisfies Record<AccessNeed, string>;

export const MAX_NEEDS_TEXT = 200;

/** What somebody told about their needs. No proof is needed. */
export const needsSchema = z.strictObject({
  kinds: z
    .array(z.enum(NEEDS, { error: 'Need is not known' }))
    .max(NEEDS.length, { error: 'Needs must not be repeated' })
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'Needs must not be repeated' }),
  ownWords: z.union([z.literal(''), lineField('Own words', MAX_NEEDS_TEXT)]).default(''),
});
export type AccessNeeds = z.infer<typeof needsSchema>;

/** Needs as one line for organisers. */
export function needsInWords({ kinds, ownWords }: AccessNeeds): string {
  return [...NEEDS.filter((need) => kinds.includes(need)).map((need) => NEED_WORDS[need]), ...(ownWords ? [ownWords] : [])].join(', ');
}

/** Tickets of a booking that cost nothing: one companion, where the organisers say so and the price is not for the whole booking. */
export function freeTickets(seating: Seating, access: AccessView | undefined, freeCompanion: boolean): number {
  return freeCompanion && SEATING_RULES[seating].pricedPer === 'ticket' && access && access.companions > 0 ? 1 : 0;
}
