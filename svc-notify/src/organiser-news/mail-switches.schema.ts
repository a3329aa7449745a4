import { ORGANISER_MAILS, type OrganiserMail } from '@concert/contracts/notify/organiser-mails';
import { defineCollection } from '@concert/service-kit/store/collection';

export interface MailSwitchesDocument {
  _id: 'team';
  off: OrganiserMail[];
}

export const mailSwitchesCollection = defineCollection<MailSwitchesDocument>({
  name: 'organiser-mail-switches',
  stores: 'Which mails to organisers are switched off, one document for the team',
  kept: 'for ever',
  fields: { _id: { type: String, required: true }, off: { type: [String], required: true, enum: ORGANISER_MAILS } },
  indexes: [],
});
