import { COMPLIMENTARY_CATEGORIES, SEATS_GO_TO } from '@concert/contracts/booking/complimentary';
import { DAY_SECONDS } from '@concert/contracts/core/durations';
import { INVITATION_DAYS } from '@concert/contracts/core/personal-data';
import { defineCollection, embedded, requiredTexts } from '@concert/service-kit/store/collection';
import type { Invitation, InvitationId } from './invitation.ts';

export type InvitationDocument = Omit<Invitation, 'id'> & { _id: InvitationId };

export const invitationsCollection = defineCollection<InvitationDocument>({
  name: 'invitations',
  stores: 'Seats of a group that an inviter gives away by a link, or that one guest was asked about by email',
  kept: `${INVITATION_DAYS} days after it ended (ttl_ended)`,
  fields: {
    _id: { type: String, required: true },
    group: { type: String, required: true, enum: COMPLIMENTARY_CATEGORIES },
    label: { type: String },
    guest: {
      type: embedded<NonNullable<Invitation['guest']>>(requiredTexts(['name', 'email', 'emailKey', 'phoneno'])),
      default: undefined,
    },
    rest: { type: String, enum: SEATS_GO_TO },
    seats: { type: Number, required: true, min: 1 },
    claimed: { type: Number, required: true, min: 0 },
    until: { type: Date, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date },
    answer: { type: String, enum: ['yes', 'no'] },
    remindAt: { type: Date },
  },
  indexes: [
    { name: 'of_group', key: { group: 1, createdAt: -1, _id: -1 }, serves: 'invitations of a group, newest first' },
    { name: 'of_guest', key: { 'guest.emailKey': 1 }, options: { sparse: true }, serves: 'invitations of an address' },
    { name: 'open_until', key: { endedAt: 1, until: 1 }, serves: 'open invitations whose time is over' },
    { name: 'to_remind', key: { remindAt: 1 }, options: { sparse: true }, serves: 'guests who are to be reminded' },
    {
      name: 'ttl_ended',
      key: { endedAt: 1 },
      options: { expireAfterSeconds: INVITATION_DAYS * DAY_SECONDS },
      serves: 'who was invited goes',
    },
  ],
});
