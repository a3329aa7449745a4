import { emailKey } from '@concert/contracts/core/fields';
import { idSchema } from '@concert/contracts/core/ids';
import type { Identity } from '@concert/contracts/core/identity';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { DomainError } from '@concert/service-kit/errors';
import { Call, Handles, Key, Who } from '@concert/service-kit/handles';
import { Controller } from '@nestjs/common';
import { ListRefundable } from './list-refundable.ts';
import { ShowRefund } from './show-refund.ts';
import { TellRefunded } from './tell-refunded.ts';
import { TriggerRefund } from './trigger-refund.ts';

type Routes = typeof refundRoutes;
const MOST_ROWS = 100;

/** @throws DomainError `booking.email_mismatch` when a call names somebody else than the person who is signed in */
function demandOwn(email: string, who: Identity): void {
  if (emailKey(email) !== emailKey(who.email)) throw new DomainError('booking.email_mismatch');
}

@Controller()
export class RefundsController {
  constructor(
    private readonly list: ListRefundable,
    private readonly trigger: TriggerRefund,
    private readonly tell: TellRefunded,
    private readonly show: ShowRefund,
  ) {}

  @Handles(refundRoutes.sendRefundLink)
  async listRefundable(@Call() call: CallOf<Routes['sendRefundLink']>, @Who() who: Identity): Promise<AnswerOf<Routes['sendRefundLink']>> {
    demandOwn(call.body.email, who);
    const { rows, next } = await this.list.page(call.body.cursor);
    return { success: true, details: rows, ...(next === undefined ? {} : { next }) };
  }

  @Handles(refundRoutes.triggerRefund)
  async triggerOne(
    @Call() call: CallOf<Routes['triggerRefund']>,
    @Who() who: Identity,
    @Key() key: string | undefined,
  ): Promise<AnswerOf<Routes['triggerRefund']>> {
    demandOwn(call.body.email, who);
    return this.trigger.trigger(call.body.id, who, key);
  }

  @Handles(refundRoutes.sendRefundIssued)
  async tellRefunded(
    @Call() call: CallOf<Routes['sendRefundIssued']>,
    @Who() who: Identity,
  ): Promise<AnswerOf<Routes['sendRefundIssued']>> {
    demandOwn(call.body.email, who);
    const told = await this.tell.tell(who);
    if (told === 0) return { message: 'Everybody whose money has gone back has been told already' };
    return {
      message:
        told === 1 ? '1 buyer is being told that the money has gone back' : `${told} buyers are being told that their money has gone back`,
    };
  }

  @Handles(refundRoutes.showRefundRows)
  async showRows(@Call() call: CallOf<Routes['showRefundRows']>): Promise<AnswerOf<Routes['showRefundRows']>> {
    const ids = call.query.ids
      .split(',')
      .slice(0, MOST_ROWS)
      .flatMap((id) => {
        const parsed = idSchema('booking').safeParse(id);
        return parsed.success ? [parsed.data] : [];
      });
    return { items: await this.list.some(ids) };
  }

  @Handles(refundRoutes.showRefundLink)
  showLink(@Call() call: CallOf<Routes['showRefundLink']>, @Who() who: Identity | undefined): Promise<AnswerOf<Routes['showRefundLink']>> {
    return this.show.byLink(call.params.bookingId, call.query.ref2, who);
  }

  @Handles(refundRoutes.showRefundMail)
  showMail(@Call() call: CallOf<Routes['showRefundMail']>): Promise<AnswerOf<Routes['showRefundMail']>> {
    return this.show.mail(call.params.refundId);
  }
}
