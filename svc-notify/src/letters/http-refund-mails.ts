import { paymentRoutes } from '@concert/contracts/payment/http';
import type { RefundMail } from '@concert/contracts/payment/refunds';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** What mails about refunds say: asks svc-payment at the moment of sending, so that no name, address or secret link is part of a fact. */
export class HttpRefundMails {
  constructor(private readonly payment: InternalClient) {}

  /** @throws DomainError when there is no such refund, NeighbourUnavailableError when svc-payment does not answer */
  show(refundId: string): Promise<RefundMail> {
    return this.payment.call(paymentRoutes.showRefundMail, { params: { refundId } });
  }
}
