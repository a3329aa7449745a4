import type { BookingId } from '@concert/contracts/core/ids';
import { defineCollection, embedded } from '@concert/service-kit/store/collection';
import type { ChosenAt, TicketChoice } from './choice.ts';

/** The booking is the `_id`: there is one choice for a booking, the latest. */
interface ChoiceDocument extends Omit<TicketChoice, 'bookingId' | 'giveBack'> {
  _id: BookingId;
  giveBack: number[];
}

const chosenAt = {
  giveBack: { type: [Number], required: true },
  gifts: { type: Number, required: true },
  at: { type: Date, required: true },
};

export const choicesCollection = defineCollection<ChoiceDocument>({
  name: 'ticket-choices',
  stores: 'What becomes of the tickets of a booking after a postponement, as its holder chose or as silence decided',
  kept: 'for ever, with the booking',
  fields: {
    _id: { type: String, required: true },
    giveBack: { type: [Number], required: true },
    gifts: { type: Number, required: true, min: 0 },
    of: { type: Number, required: true, min: 1 },
    chosenAt: { type: Date, default: null },
    carriedOutFor: { type: Date, default: null },
    carriedOutAt: { type: Date, default: null },
    toConfirm: { type: embedded<ChosenAt>(chosenAt), default: null },
    history: {
      type: [embedded<ChosenAt & { confirmed: boolean }>({ ...chosenAt, confirmed: { type: Boolean, required: true } })],
      required: true,
    },
    version: { type: Number, required: true },
  },
  indexes: [{ name: 'by_end', key: { carriedOutFor: 1 }, serves: 'how many holders chose what after a postponement' }],
});
