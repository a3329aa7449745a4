import type { Migration } from '@concert/service-kit/store/migrations';
import { mailsCollection } from '../mails/mail.schema.ts';

/** Adds the delivery fields to mails that are older than them, and the booking to ticket mails. */
export const deliveryOfMails: Migration = {
  id: '0001-delivery-of-mails',
  estimate: async (db) =>
    `${await db.collection(mailsCollection.name).countDocuments({ delivery: { $exists: false } })} mails get the fields of their delivery, about a second for each 20,000`,
  up: async (db) => {
    const mails = db.collection(mailsCollection.name);
    await mails.updateMany({ delivery: { $exists: false } }, [
      {
        $set: {
          wordsOf: '$subjectId',
          bookings: { $cond: [{ $eq: ['$kind', 'ticket'] }, ['$subjectId'], []] },
          delivery: null,
          deliveryAt: null,
          deliveryFault: null,
          trouble: { $eq: ['$state', 'given_up'] },
          resendOf: null,
        },
      },
    ]);
  },
};
