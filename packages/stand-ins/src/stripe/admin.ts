import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { payoutBody, settlementBody } from './balance.ts';
import { StripeFault } from './errors.ts';
import { DISPUTE_REASONS, DISPUTE_STATUSES, PAYOUT_STATUSES } from './objects.ts';
import { switchFaults } from '../faults.ts';
import { faultsSchema } from './faults.ts';
import type { Surroundings } from './requests.ts';

const refundBody = z.object({ charge: z.string(), amount: z.coerce.number().int().min(1).optional() });
const disputeBody = z.object({
  charge: z.string(),
  action: z.enum(['inquire', 'open', 'won', 'lost', 'become']),
  /** With `become`: what the latest dispute of the charge becomes, whatever it was. */
  status: z.enum(DISPUTE_STATUSES).default('needs_response'),
  amount: z.coerce.number().int().min(1).optional(),
  reason: z.enum(DISPUTE_REASONS).optional(),
});
const MAX_ADVANCE_MS = 400 * 24 * 60 * 60 * 1000;
const clockBody = z.object({
  advanceMs: z.coerce.number().int().min(-MAX_ADVANCE_MS).max(MAX_ADVANCE_MS),
});
const releaseBody = z.object({ order: z.enum(['as_made', 'reversed']).default('as_made') });

/** What a call does. @param id of the object in the path */
type Act = (body: unknown, id: string) => unknown;

/** Adds `/_admin`: what a person would do in Stripe's dashboard, what could go wrong, and the sums to check against. */
export function addAdmin(app: FastifyInstance, options: Surroundings): void {
  const { account, webhooks, faults } = options;
  const action = (path: string, run: Act): void => addAction(app, path, run);

  app.get('/_admin/totals', (_request, reply) => reply.send(totalsOf(options)));
  app.get('/_admin/state', (_request, reply) => reply.send(stateOf(options)));

  action('/_admin/faults', (body) => {
    switchFaults(faultsSchema, faults, body as Record<string, unknown>);
    if (faults.rateLimitSeconds > 0) {
      setTimeout(() => (faults.rateLimitSeconds = 0), faults.rateLimitSeconds * 1000).unref();
    }
    return faults;
  });
  action('/_admin/refunds', (body) => {
    const { charge, amount } = refundBody.parse(body);
    return account.refund({ charge, ...(amount ? { amount: String(amount) } : {}) });
  });
  action('/_admin/refunds/:id', (body, id) =>
    account.refunds.end(id, z.object({ status: z.enum(['succeeded', 'failed']) }).parse(body).status),
  );
  action('/_admin/disputes', (body) => {
    const { charge, action: step, amount, reason, status } = disputeBody.parse(body);
    if (step === 'become') return account.disputes.become(charge, status);
    return step === 'open' || step === 'inquire'
      ? account.disputes.open(charge, { inquiry: step === 'inquire', amount, reason })
      : account.disputes.close(charge, step);
  });
  action('/_admin/settlement', (body) => account.balance.settleIn(settlementBody.parse(body)));
  action('/_admin/payouts', (body) => account.balance.payOut(payoutBody.parse(body)));
  action('/_admin/payouts/:id', (body, id) =>
    account.balance.endPayout(id, z.object({ status: z.enum(PAYOUT_STATUSES) }).parse(body).status),
  );
  action('/_admin/warnings', (body) => account.balance.warn(z.object({ charge: z.string() }).parse(body).charge));
  action('/_admin/clock', (body) => {
    options.advance(clockBody.parse(body).advanceMs);
    return { now: new Date(options.now()).toISOString() };
  });
  action('/_admin/webhooks/release', async (body) => {
    await webhooks.release(releaseBody.parse(body).order);
    return { released: true };
  });
}

/** Adds an act, whose outcome is the answer. */
function addAction(app: FastifyInstance, path: string, run: Act): void {
  app.post<{ Params: { id?: string } }>(path, async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) => {
    try {
      return await reply.send(await run(request.body ?? {}, request.params.id ?? ''));
    } catch (error) {
      if (error instanceof StripeFault) return reply.code(error.status).send({ error: error.body });
      if (error instanceof z.ZodError) return reply.code(400).send({ error: { message: z.prettifyError(error) } });
      throw error;
    }
  });
}

/** The sums to check against. */
function totalsOf({ store }: Surroundings) {
  const charges = store.list('charges').filter(({ status }) => status === 'succeeded');
  const refunds = store.list('refunds').filter(({ status }) => status !== 'failed');
  const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, row) => total + row.amount, 0);
  const captured = sum(charges);
  const refunded = sum(refunds);
  // In what buyers paid: the account may be kept in another currency.
  const disputed = -sum(
    store
      .list('disputes')
      .flatMap(({ amount, balance_transactions }) => balance_transactions.map((row) => ({ amount: Math.sign(row.amount) * amount }))),
  );
  return {
    capturedMinor: captured,
    refundedMinor: refunded,
    disputedMinor: disputed,
    netMinor: captured - refunded - disputed,
    charges: charges.length,
  };
}

/** What was paid and told so far. */
function stateOf(options: Surroundings) {
  const { store } = options;
  const deliveries = store.list('deliveries');
  return {
    totals: totalsOf(options),
    webhooks: { waiting: deliveries.filter(({ state }) => state === 'waiting' || state === 'held').length },
    sessions: store.list('sessions'),
    intents: store.list('intents'),
    charges: store.list('charges'),
    refunds: store.list('refunds'),
    deliveries: deliveries.slice(0, 200),
  };
}
