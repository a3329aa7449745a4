import { z } from 'zod';
import { defineFact } from '../core/envelope.ts';
import { idSchema } from '../core/ids.ts';
import { moneySchema } from '../core/money-schema.ts';
import { COMPLIMENTARY_CATEGORIES } from './complimentary.ts';
import { messagesSchema } from './reader-messages.ts';
import { CONCERT_STATES } from './states.ts';
import { SEATINGS } from './seating.ts';

const bookingFact = {
  bookingId: idSchema('booking'),
  userId: idSchema('user'),
  seating: z.enum(SEATINGS),
  tickets: z.int().min(1),
  amount: moneySchema,
};

/** The money is there and the seats are sold. */
export const bookingPaidV1 = defineFact('booking.booking.paid.v1', z.object({ ...bookingFact, paidAt: z.iso.datetime() }), [
  'svc-notify.send-tickets',
  'svc-payment.follow-bookings',
]);

/** A pending booking ended without money; its seats are free again. */
export const bookingReleasedV1 = defineFact(
  'booking.booking.released.v1',
  z.object({
    ...bookingFact,
    outcome: z.enum(['failed', 'cancelled', 'expired']),
    /** True when its buyer had reached a payment page, and so is owed a mail about the payment. */
    paymentPageOpened: z.boolean().optional(),
    /** It waited to be paid while the evening was stopped: the message run of that stop. Its buyer is owed one mail that says so. */
    stop: idSchema('messageRun').optional(),
  }),
  ['svc-notify.send-not-taken'],
);

/** An organiser gave a booking new tickets in place of its old ones: they are to be mailed. */
export const ticketsRenewedV1 = defineFact(
  'booking.tickets.renewed.v1',
  z.object({ bookingId: idSchema('booking'), linkGeneration: z.int().min(1) }),
  ['svc-notify.send-tickets'],
);

/** Money arrived after the hold had ended and there were no seats left: it has to be refunded. */
export const bookingLatePaidV1 = defineFact('booking.booking.late-paid.v1', z.object({ ...bookingFact, checkoutSessionId: z.string() }), [
  'svc-payment.follow-bookings',
]);

/** The buyer cancels a pending booking; its payment page has to be closed before the seats are freed. */
export const bookingCancelRequestedV1 = defineFact('booking.booking.cancel-requested.v1', z.object({ bookingId: idSchema('booking') }), [
  'svc-payment.follow-bookings',
]);

/** The buyer returns an accidental second purchase; its money has to be refunded in full. */
export const bookingReturnRequestedV1 = defineFact('booking.booking.return-requested.v1', z.object(bookingFact), [
  'svc-payment.follow-bookings',
]);

/** Tickets were given back, and their money has to be refunded: when the time to choose after a postponement is over, or when someone took the seats. */
export const ticketsGivenBackV1 = defineFact(
  'booking.tickets.given-back.v1',
  z.object({
    bookingId: idSchema('booking'),
    /** Numbers of the tickets that are given back. */
    tickets: z.array(z.int().min(1)).min(1),
    /** Numbers of all tickets that were valid until then. */
    valid: z.array(z.int().min(1)).min(1),
    /** Of how many of `tickets`, from the first, the holder gives the money to the welfare work. */
    gifts: z.int().min(0),
    /** `taken`: someone paid for their seats, or the organisers buy tickets back at once. */
    because: z.enum(['choice', 'silence', 'taken']),
  }),
  ['svc-payment.follow-bookings'],
);

/** What a booking's holder chose after a postponement was changed, or waits to be confirmed: its buyer has to be told. */
export const choiceChangedV1 = defineFact('booking.choice.changed.v1', z.object({ bookingId: idSchema('booking') }), [
  'svc-notify.send-choices',
]);

/** The tickets that a buyer gives back once someone takes the seats are others than before: the buyer has to be told. */
export const returningChangedV1 = defineFact(
  'booking.returning.changed.v1',
  z.object({ bookingId: idSchema('booking'), tickets: z.array(z.int().min(1)) }),
  ['svc-notify.send-choices'],
);

/** A place in the waiting list changed so that its owner has to be told: joined, seats offered, or an offer that ended. */
export const waitingChangedV1 = defineFact(
  'booking.waiting.changed.v1',
  z.object({ waitingId: idSchema('waiting'), what: z.enum(['joined', 'offered', 'missed']) }),
  ['svc-notify.send-waiting'],
);

/** A place in the waiting list no longer names anybody. */
export const waitingPseudonymisedV1 = defineFact('booking.waiting.pseudonymised.v1', z.object({ waitingId: idSchema('waiting') }), [
  'svc-notify.forget-addresses',
]);

/** The concert was opened, disabled or cancelled. `cancelled`: no payment page may stay open. */
export const concertStateChangedV1 = defineFact(
  'booking.concert.state-changed.v1',
  z.object({ from: z.enum(CONCERT_STATES), to: z.enum(CONCERT_STATES), changedBy: idSchema('user') }),
  ['svc-payment.follow-bookings'],
);

/** The evening was stopped: everybody is told once, by a message run of this id. */
export const eveningStoppedV1 = defineFact(
  'booking.evening.stopped.v1',
  z.object({ runId: idSchema('messageRun'), messages: messagesSchema, stoppedBy: idSchema('user') }),
  ['svc-notify.tell-stop'],
);

/** A stop was undone: whoever was told of it by the stopped run is told so by another. */
export const stopUndoneV1 = defineFact(
  'booking.evening.stop-undone.v1',
  z.object({ stoppedRunId: idSchema('messageRun'), runId: idSchema('messageRun'), undoneBy: idSchema('user') }),
  ['svc-notify.tell-stop'],
);

const entryFact = { entryId: idSchema('complimentary'), group: z.enum(COMPLIMENTARY_CATEGORIES), tickets: z.int().min(1) };

/** The tickets of a complimentary entry are to be mailed: at first, and again each time an organiser asks for it. */
export const complimentaryIssuedV1 = defineFact('booking.complimentary.issued.v1', z.object({ ...entryFact, again: z.boolean() }), [
  'svc-notify.send-complimentary-tickets',
]);

/** A complimentary entry was revoked: its tickets are no longer valid, and its guest has to be told. */
export const complimentaryRevokedV1 = defineFact('booking.complimentary.revoked.v1', z.object(entryFact), ['svc-notify.send-revocations']);

/** A guest is to be emailed an invitation of their own, or reminded of it, once. */
export const invitationIssuedV1 = defineFact(
  'booking.invitation.issued.v1',
  z.object({ invitationId: idSchema('invitation'), reminder: z.boolean() }),
  ['svc-notify.send-invitations'],
);

/** A booking no longer names its buyer: they had themselves erased, or it is older than books have to be kept. */
export const bookingPseudonymisedV1 = defineFact('booking.booking.pseudonymised.v1', z.object({ bookingId: idSchema('booking') }), [
  'svc-payment.erase-people',
  'svc-notify.forget-addresses',
]);

/** A complimentary entry no longer names its guest. */
export const complimentaryPseudonymisedV1 = defineFact(
  'booking.complimentary.pseudonymised.v1',
  z.object({ entryId: idSchema('complimentary') }),
  ['svc-notify.forget-addresses'],
);

export const bookingFacts = [
  bookingPaidV1,
  bookingReleasedV1,
  ticketsRenewedV1,
  bookingLatePaidV1,
  bookingCancelRequestedV1,
  bookingReturnRequestedV1,
  ticketsGivenBackV1,
  choiceChangedV1,
  returningChangedV1,
  waitingChangedV1,
  waitingPseudonymisedV1,
  concertStateChangedV1,
  eveningStoppedV1,
  stopUndoneV1,
  complimentaryIssuedV1,
  complimentaryRevokedV1,
  invitationIssuedV1,
  bookingPseudonymisedV1,
  complimentaryPseudonymisedV1,
] as const;
