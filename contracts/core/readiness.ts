import { z } from 'zod';

/** `red`: the sale must not open. `advice`: it may, and somebody should look. `unknown`: it could not be looked at. */
const READINESS_STATES = ['green', 'advice', 'unknown', 'red'] as const;

/** Whether the payment key moves real money. */
export const PAYMENT_MODES = ['live', 'test'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** One thing that has to be right before real tickets are sold. */
export const readinessRowSchema = z.object({
  id: z.string().regex(/^[a-z-]+$/),
  state: z.enum(READINESS_STATES),
  /** A sentence: what is seen, and where it is not right, what to do. */
  words: z.string().min(1),
  /** Where it is mended: a page of the site, or of a provider. */
  mend: z
    .string()
    .regex(/^(\/|https:\/\/)/)
    .optional(),
});
export type ReadinessRow = z.infer<typeof readinessRowSchema>;

/** What the process `checks` of an installation in containers saw when it looked last. */
export const houseLookSchema = z.object({
  /** Measured by no clock that somebody sets. */
  secondsAgo: z.number().min(0),
  rows: z.array(readinessRowSchema),
});
export type HouseLook = z.infer<typeof houseLookSchema>;
