import { createHash } from 'node:crypto';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { mailView } from './mail-view.ts';
import { MongoMails } from './mongo-mails.ts';
import { NewMailSignal } from './new-mail-signal.ts';
import { ResendMail } from './resend-mail.ts';

export const MailsController = controllerOf(
  notifyRoutes,
  { resending: ResendMail, newMail: NewMailSignal, mails: MongoMails },
  {
    resendMail: async ({ params, body, who, key }, { resending, newMail }) => {
      const mail = await resending.resend(params.mailId, body.email, who, key);
      newMail.raise();
      return mailView(mail);
    },
    // Tells a browser what became of the mail that it asked for. Its secret is known here by its hash alone.
    checkCodeMail: async ({ body: { request } }, { mails }) => ({
      refused: await mails.isRefused(createHash('sha256').update(request).digest('base64url')),
    }),
  },
);
