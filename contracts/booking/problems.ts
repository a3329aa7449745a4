import { defineProblems } from '../core/problem.ts';

export const bookingProblems = defineProblems('booking', {
  'booking.registration_closed': { status: 409, title: 'Registration is closed' },
  'booking.amount_mismatch': { status: 422, title: 'The amount does not match the price of these seats' },
  'booking.seats_unavailable': { status: 409, title: 'There are not enough seats left in this category' },
  'booking.not_found': { status: 404, title: 'There is no such booking' },
  'booking.not_payable': { status: 409, title: 'This booking can no longer be paid' },
  'booking.email_mismatch': { status: 403, title: 'The email is not the one you are signed in with' },
  'booking.too_many_unpaid': { status: 429, title: 'Several reservations were not paid' },
  'booking.second_purchase': { status: 409, title: 'You bought seats in this category a few minutes ago' },
  'booking.not_cancellable': { status: 409, title: 'This booking can no longer be given up' },
  'booking.not_returnable': { status: 409, title: 'This payment cannot be returned here, please write to the organisers' },
  'booking.not_lost': { status: 409, title: 'The bank has not given the money of this booking back to its buyer' },
  'booking.inside': { status: 409, title: 'Somebody is inside with a ticket of this booking' },
  'booking.no_tickets': { status: 409, title: 'This booking has no valid tickets' },
  'booking.settings_changed': { status: 409, title: 'Somebody else changed these settings in between, please look again' },
  'booking.capacity_below_taken': { status: 409, title: 'More seats are taken already than this' },
  'booking.allotment_exhausted': { status: 409, title: 'There are not enough tickets left in this allotment' },
  'booking.guest_known': { status: 409, title: 'This guest has an entry in this group already' },
  'booking.entry_not_found': { status: 404, title: 'There is no such entry' },
  'booking.entry_revoked': { status: 409, title: 'This entry was revoked' },
  'booking.entry_inside': { status: 409, title: 'Somebody is inside with a ticket of this entry' },
  'booking.sheet_unreadable': { status: 422, title: 'This file could not be read as a sheet of guests' },
  'booking.export_busy': { status: 503, title: 'Other reports are being written at this moment, please try again', retryable: true },
  'booking.export_failed': { status: 503, title: 'The report could not be written, please try again', retryable: true },
  'booking.busy': { status: 503, title: 'Many people are reserving at this moment, please try again', retryable: true },
});
export type BookingProblemCode = keyof typeof bookingProblems;
