import { emailKey } from '@concert/contracts/core/fields';
import { idSchema } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { DomainError } from '@concert/service-kit/process/errors';
import { Handles, type AnswersOf, type CallsOf } from '@concert/service-kit/http/handles';
import { Controller } from '@nestjs/common';
import { ListRefundable } from './list-refundable.ts';
import { ShowRefund } from './show-refund.ts';
import { AnnounceRefunds } from '../sending/announce-refunds.ts';
import { StartRefund } from './start-refund.ts';

const MAX_ROWS = 100;

/** @throws DomainError `booking.email_mismatch` when the request names a person other than the one who is signed in */
function assertOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

type In = CallsOf<typeof refundRoutes>;
type Out = AnswersOf<typeof refundRoutes>;

@Controller()
export class RefundsController {
  constructor(
    private readonly list: ListRefundable,
    private readonly refund: StartRefund,
    private readonly tell: AnnounceRefunds,
    private readonly show: ShowRefund,
  ) {}

  @Handles(refundRoutes.sendRefundLink)
  async listRefundable({ body, who }: In['sendRefundLink']): Promise<Out['sendRefundLink']> {
    assertOwn(body.email, who);
    const { rows, next } = await this.list.page(body.cursor);
    return { success: true, details: rows, ...(next === undefined ? {} : { next }) };
  }

  @Handles(refundRoutes.triggerRefund)
  async triggerOne({ body, who, key }: In['triggerRefund']): Promise<Out['triggerRefund']> {
    assertOwn(body.email, who);
    return this.refund.whole(body.id, who, key);
  }

  @Handles(refundRoutes.returnPart)
  returnPart({ body: { email, ...request }, who, key }: In['returnPart']): Promise<Out['returnPart']> {
    assertOwn(email, who);
    return this.refund.part(request, who, key);
  }

  @Handles(refundRoutes.sendRefundIssued)
  async tellRefunded({ body, who }: In['sendRefundIssued']): Promise<Out['sendRefundIssued']> {
    assertOwn(body.email, who);
    const told = await this.tell.announce(who);
    if (told === 0) return { message: 'Everyone who was refunded has been emailed already' };
    return {
      message: told === 1 ? '1 refunded buyer is being emailed' : `${told} refunded buyers are being emailed`,
    };
  }

  @Handles(refundRoutes.showRefundRows)
  async showRows({ query }: In['showRefundRows']): Promise<Out['showRefundRows']> {
    const ids = query.ids
      .split(',')
      .slice(0, MAX_ROWS)
      .flatMap((id) => {
        const parsed = idSchema('booking').safeParse(id);
        return parsed.success ? [parsed.data] : [];
      });
    return { items: await this.list.some(ids) };
  }

  @Handles(refundRoutes.showRefundLink)
  showLink({ params, body, who }: In['showRefundLink']): Promise<Out['showRefundLink']> {
    return this.show.byLink(params.bookingId, body.ref2, who);
  }

  @Handles(refundRoutes.showRefundMail)
  showMail({ params }: In['showRefundMail']): Promise<Out['showRefundMail']> {
    return this.show.mailContent(params.refundId);
  }
}
