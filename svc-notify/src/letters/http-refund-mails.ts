import { paymentRoutes } from '@concert/contracts/payment/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { RefundMail, RefundMails } from './refund-mails.ts';

/** Asks svc-payment at the moment of sending, so that no name, address or secret link is part of a fact. */
export class HttpRefundMails implements RefundMails {
  constructor(private readonly payment: InternalClient) {}

  show(refundId: string): Promise<RefundMail> {
    return this.payment.call(paymentRoutes.showRefundMail, { params: { refundId } });
  }
}
