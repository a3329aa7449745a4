import { z } from 'zod';
import { defineRoutes } from '../core/route.ts';
import { SALE_STATES } from './sale-state.ts';
import { SEATINGS } from './seating.ts';

export const saleFiguresSchema = z.object({
  saleState: z.enum(SALE_STATES),
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  /** Money that was charged, and what of it went back, of all bookings. */
  chargedMinor: z.int(),
  returnedMinor: z.int(),
  /** Tickets that are sold, and that nobody holds. */
  categories: z.array(z.object({ seating: z.enum(SEATINGS), capacity: z.int(), sold: z.int(), left: z.int() })),
  openDisputes: z.int(),
});
export type SaleFigures = z.infer<typeof saleFiguresSchema>;

export const saleFiguresRoutes = defineRoutes({
  showSaleFigures: {
    method: 'GET',
    path: '/internal/sale-figures',
    summary: 'How the sale stands, for the mails to organisers',
    access: 'internal',
    callers: ['svc-notify'],
    answer: saleFiguresSchema,
  },
});
