import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { testCard } from './cards.ts';
import { StripeFault } from './errors.ts';
import { DISPUTE_REASONS, DISPUTE_STATUSES } from './objects.ts';
import { faultsSchema, NO_FAULTS } from './faults.ts';
import { stateOf, totalsOf, type StateOptions } from './admin-state.ts';

/** What the admin route needs of its surroundings. */
export interface AdminOptions extends StateOptions {
  /** Moves the stand-in's clock forward, or back by a negative number. */
  advance: (milliseconds: number) => void;
  answered: (eventId: string) => Promise<void>;
}

const payBody = z.object({
  card: z.string().default('4242424242424242'),
  email: z.string().default('buyer@example.com'),
});
const refundBody = z.object({ charge: z.string(), amount: z.coerce.number().int().min(1).optional(), reason: z.string().optional() });
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
export function addAdmin(app: FastifyInstance, options: AdminOptions): void {
  const { account, webhooks, faults } = options;
  const action = (path: string, run: Act): void => addAction(app, path, run);

  app.get('/_admin/totals', (_request, reply) => reply.send(totalsOf(options)));
  app.get('/_admin/state', (_request, reply) => reply.send(stateOf(options)));

  action('/_admin/faults', (body) => {
    const asked = body as Record<string, unknown>;
    if (asked['reset']) Object.assign(faults, NO_FAULTS);
    Object.assign(faults, faultsSchema.partial().parse(asked));
    if (faults.rateLimitSeconds > 0) {
      setTimeout(() => (faults.rateLimitSeconds = 0), faults.rateLimitSeconds * 1000).unref();
    }
    return faults;
  });
  action('/_admin/refunds', (body) => {
    const { charge, amount, reason } = refundBody.parse(body);
    return account.createRefund({ charge, ...(amount ? { amount: String(amount) } : {}), ...(reason ? { reason } : {}) });
  });
  action('/_admin/refunds/:id', (body, id) =>
    account.endRefund(id, z.object({ status: z.enum(['succeeded', 'failed']) }).parse(body).status),
  );
  action('/_admin/disputes', (body) => {
    const { charge, action: step, amount, reason, status } = disputeBody.parse(body);
    if (step === 'become') return account.disputeBecomes(charge, status);
    return step === 'open' || step === 'inquire'
      ? account.openDispute(charge, { inquiry: step === 'inquire', amount, reason })
      : account.closeDispute(charge, step);
  });
  action('/_admin/clock', (body) => {
    options.advance(clockBody.parse(body).advanceMs);
    account.runDue();
    return { now: new Date(options.now()).toISOString() };
  });
  action('/_admin/webhooks/release', async (body) => {
    await webhooks.release(releaseBody.parse(body).order);
    return { released: true };
  });
  action('/_admin/sessions/:id/pay', async (body, id) => {
    const { card: number, email } = payBody.parse(body);
    const card = testCard(number.replaceAll(' ', ''));
    if (!card) throw new StripeFault(400, { type: 'invalid_request_error', message: 'not a test card', param: 'card' });
    const outcome = account.pay(id, { card, email, name: null, expMonth: 12, expYear: 2034 });
    if (outcome.kind === 'completed') await options.answered(outcome.completedEventId);
    return outcome;
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
