import { emailKey } from '@concert/contracts/core/fields';
import type { Identity } from '@concert/contracts/core/identity';
import { roleIncludes } from '@concert/contracts/core/roles';
import { idSchema } from '@concert/contracts/core/ids';
import type { AnswerOf, CallOf } from '@concert/contracts/core/route';
import type { PaymentOutcome, paymentRoutes } from '@concert/contracts/payment/http';
import { DomainError } from '@concert/service-kit/process/errors';
import { ProviderUnavailableError } from '../provider/payment-provider.ts';
import { isOpen, type PaymentSession } from '../sessions/payment-session.ts';
import type { MongoSessions } from '../sessions/mongo-sessions.ts';
import type { SettlePayment } from '../settlement/settle-payment.ts';

type Body = CallOf<typeof paymentRoutes.processDetails>['body'];

/** A return page only claims an outcome; the answer is what the provider says. A claim of success is a reason to read the provider. */
export class ProcessDetails {
  constructor(
    private readonly sessions: MongoSessions,
    private readonly settle: SettlePayment,
  ) {}

  /** @throws DomainError `payment.not_found` for references that do not exist, do not belong together, or are somebody else's */
  async process(body: Body, who: Identity | undefined): Promise<AnswerOf<typeof paymentRoutes.processDetails>> {
    const session = await this.find(body);
    if (session?.bookingId !== body.reference || body.ticketid !== body.reference || !mayAsk(session, body, who))
      throw new DomainError('payment.not_found');
    const { session: brought, read } = await this.brought(session, body.action);
    if (read && canBePaid(brought)) return { outcome: 'not_paid', seatsKeptUntil: brought.keptUntil.toISOString() };
    return { outcome: outcomeOf(brought) };
  }

  private async find(body: Body): Promise<PaymentSession | undefined> {
    const known = await this.sessions.byCheckoutSession(body.reference2);
    const bookingId = idSchema('booking').safeParse(body.reference);
    if (known || !bookingId.success || !/^cs_[A-Za-z0-9_]{10,200}$/.test(body.reference2)) return known;
    // The process may have died after it opened the page and before it stored the page's id. Only in that case is the provider asked.
    const attempts = await this.sessions.ofBooking(bookingId.data);
    if (!attempts.some(({ status }) => status === 'creating')) return undefined;
    return this.settle.settle(body.reference2, 'return-page').catch(unlessAway);
  }

  /** @returns the session as it is now, and whether the provider was read */
  private async brought(
    session: PaymentSession,
    action: Body['action'],
  ): Promise<{ readonly session: PaymentSession; readonly read: boolean }> {
    if (!session.page || !(isOpen(session) || session.status === 'processing')) return { session, read: false };
    const look =
      action === 'success' || session.status === 'processing'
        ? this.settle.settle(session.page.checkoutSessionId, 'return-page')
        : this.settle.end(session, action, 'return-page');
    const seen = await look.catch(unlessAway);
    return { session: seen ?? session, read: seen !== undefined };
  }
}

/** While the provider is away, the session is answered as we know it: still being checked. */
function unlessAway(error: unknown): undefined {
  if (error instanceof ProviderUnavailableError) return undefined;
  throw error;
}

/** The provider says that nothing was paid, and nobody has asked to end the page. */
function canBePaid(session: PaymentSession): boolean {
  return session.status === 'pending' && session.endAsked === null;
}

function mayAsk(session: PaymentSession, body: Body, who: Identity | undefined): boolean {
  if (who && roleIncludes(who.role, 'organiser')) return true;
  return emailKey(body.email) === emailKey(session.email) && (who === undefined || who.userId === session.userId);
}

/** What a buyer is told. A payment counts as confirmed only when the seats are sold for it. */
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
