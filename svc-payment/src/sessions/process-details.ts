import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import { idSchema } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { PaymentOutcome, paymentRoutes } from '@concert/contracts/payment/http';
import { DomainError } from '@concert/service-kit/errors';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { isOpen, type PaymentSession } from './payment-session.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { SettlePayment } from './settle-payment.ts';

type Body = CallOf<typeof paymentRoutes.processDetails>['body'];

/** A return page tells what it thinks; the answer is what is true. A claim of success is only a reason to look. */
export class ProcessDetails {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly settle: SettlePayment,
  ) {}

  /** @throws DomainError `payment.not_found` for references that do not exist, do not belong together, or are somebody else's */
  async process(body: Body, who: Identity | undefined): Promise<AnswerOf<typeof paymentRoutes.processDetails>> {
    const session = await this.find(body);
    if (session?.bookingId !== body.reference || body.ticketid !== body.reference || !mayAsk(session, body, who)) throw new DomainError('payment.not_found');
    return { outcome: outcomeOf(await this.brought(session, body.action)) };
  }

  private async find(body: Body): Promise<PaymentSession | undefined> {
    const known = await this.sessions.byCheckoutSession(body.reference2);
    const bookingId = idSchema('booking').safeParse(body.reference);
    if (known || !bookingId.success || !/^cs_[A-Za-z0-9_]{10,200}$/.test(body.reference2)) return known;
    // The process may have ended between opening the page and noting its id; only then is the provider asked.
    const attempts = await this.sessions.ofBooking(bookingId.data);
    if (!attempts.some(({ status }) => status === 'creating')) return undefined;
    return this.settle.settle(body.reference2, 'return-page').catch(unlessAway);
  }

  private async brought(session: PaymentSession, action: Body['action']): Promise<PaymentSession> {
    if (!session.page || !(isOpen(session) || session.status === 'processing')) return session;
    const look = action === 'success' || session.status === 'processing'
      ? this.settle.settle(session.page.checkoutSessionId, 'return-page')
      : this.settle.end(session, action, 'return-page');
    return (await look.catch(unlessAway)) ?? session;
  }
}

/** With the provider away the truth is that it is still being checked. */
function unlessAway(error: unknown): undefined {
  if (error instanceof ProviderUnavailableError) return undefined;
  throw error;
}

function mayAsk(session: PaymentSession, body: Body, who: Identity | undefined): boolean {
  if (who && roleIncludes(who.role, 'organiser')) return true;
  return emailKey(body.email) === emailKey(session.email) && (who === undefined || who.userId === session.userId);
}

/** What a buyer is told. Money counts as confirmed once the seats are sold for it, not a moment earlier. */
export function outcomeOf(session: PaymentSession): PaymentOutcome {
  switch (session.status) {
    case 'settled':
      return session.standing === 'booked' ? 'confirmed' : session.standing === 'returned' ? 'not_taken' : 'checking';
    case 'creating':
    case 'pending':
    case 'processing':
      return 'checking';
    case 'expired':
    case 'cancelled':
    case 'failed':
    case 'not_opened':
      return 'not_taken';
  }
}
