import { emailKey } from '@concert/contracts/core/fields';
import { idSchema } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { DomainError } from '@concert/service-kit/process/errors';
import { ListRefundable } from './list-refundable.ts';
import { ShowRefund } from './show-refund.ts';
import { AnnounceRefunds } from '../sending/announce-refunds.ts';
import { StartRefund } from './start-refund.ts';

const MAX_ROWS = 100;

/** @throws DomainError `booking.email_mismatch` when the request names a person other than the one who is signed in */
function assertOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

export const RefundsController = controllerOf(
  refundRoutes,
  { list: ListRefundable, refund: StartRefund, tell: AnnounceRefunds, show: ShowRefund },
  {
    sendRefundLink: async ({ body, who }, { list }) => {
      assertOwn(body.email, who);
      const { rows: details, ...further } = await list.page(body.cursor);
      return { success: true, details, ...further };
    },
    triggerRefund: async ({ body, who, key }, { refund }) => {
      assertOwn(body.email, who);
      return refund.whole(body.id, who, key);
    },
    returnPart: ({ body: { email, ...request }, who, key }, { refund }) => {
      assertOwn(email, who);
      return refund.part(request, who, key);
    },
    sendRefundIssued: async ({ body, who }, { tell }) => {
      assertOwn(body.email, who);
      const told = await tell.announce(who);
      if (told === 0) return { message: 'Everyone who was refunded has been emailed already' };
      return {
        message: told === 1 ? '1 refunded buyer is being emailed' : `${told} refunded buyers are being emailed`,
      };
    },
    showRefundRows: async ({ query }, { list }) => {
      const ids = query.ids
        .split(',')
        .slice(0, MAX_ROWS)
        .flatMap((id) => {
          const parsed = idSchema('booking').safeParse(id);
          return parsed.success ? [parsed.data] : [];
        });
      return { items: await list.some(ids) };
    },
    showRefundLink: ({ params, body, who }, { show }) => show.byLink(params.bookingId, body.ref2, who),
    showRefundMail: ({ params }, { show }) => show.mailContent(params.refundId),
  },
);
