import { escapeHtml } from '../../../contracts/core/html.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from './account.ts';
import { testCard } from './cards.ts';
import { StripeFault } from './errors.ts';
import { faultsSchema, NO_FAULTS, type Faults } from './faults.ts';
import { parseFormFields } from './form-fields.ts';
import type { Charge } from './objects.ts';
import { amountText, htmlPage, PAGE_HEADERS } from '../page-style.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhooks.ts';

/** What the admin route needs of its surroundings. */
export interface AdminOptions {
  store: Store;
  account: Account;
  webhooks: WebhookSender;
  faults: Faults;
  now: () => number;
  /** Moves the stand-in's clock forward. */
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
  action: z.enum(['inquire', 'open', 'won', 'lost']),
  amount: z.coerce.number().int().min(1).optional(),
});
const clockBody = z.object({
  advanceMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(400 * 24 * 60 * 60 * 1000),
});
const releaseBody = z.object({ order: z.enum(['as_made', 'reversed']).default('as_made') });

/** Adds `/_admin`: what a person would do in Stripe's dashboard, what could go wrong, and the sums to check against. */
export function addAdmin(app: FastifyInstance, options: AdminOptions): void {
  const { store, account, webhooks, faults } = options;

  app.get('/_admin', (request, reply) => {
    if (!(request.headers.accept ?? '').includes('text/html')) return reply.send(state());
    return reply.headers(PAGE_HEADERS).send(adminPage());
  });
  app.get('/_admin/state', (_request, reply) => reply.send(state()));

  action('/_admin/faults', (body) => {
    const asked = body as Record<string, unknown>;
    if (asked['reset']) Object.assign(faults, NO_FAULTS);
    /* An unticked box is not sent by a browser, so a form that names the others means false. */
    const given = 'delayMs' in asked && 'only' in asked && !('holdWebhooks' in asked) ? { ...asked, holdWebhooks: false } : asked;
    Object.assign(faults, faultsSchema.partial().parse(given));
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
    const { charge, action: step, amount } = disputeBody.parse(body);
    return step === 'open' || step === 'inquire'
      ? account.openDispute(charge, { inquiry: step === 'inquire', amount })
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
  action('/_admin/events/:id/resend', async (_body, id) => ({ sent: await webhooks.resend(id) }));
  action('/_admin/sessions/:id/pay', async (body, id) => {
    const { card: number, email } = payBody.parse(body);
    const card = testCard(number.replaceAll(' ', ''));
    if (!card) throw new StripeFault(400, { type: 'invalid_request_error', message: 'not a test card', param: 'card' });
    const outcome = account.pay(id, { card, email, name: null, expMonth: 12, expYear: 2034 });
    if (outcome.kind === 'completed') await options.answered(outcome.completedEventId);
    return outcome;
  });

  function action(path: string, run: (body: unknown, id: string) => unknown): void {
    app.post<{ Params: { id?: string } }>(path, async (request: FastifyRequest<{ Params: { id?: string } }>, reply: FastifyReply) => {
      const fromForm = typeof request.body === 'string';
      const body = fromForm ? parseFormFields(request.body as string) : (request.body ?? {});
      try {
        const result = await run(body, request.params.id ?? '');
        return fromForm ? await reply.redirect('/_admin', 303) : await reply.send(result);
      } catch (error) {
        if (error instanceof StripeFault) return reply.code(error.status).send({ error: error.body });
        if (error instanceof z.ZodError) return reply.code(400).send({ error: { message: z.prettifyError(error) } });
        throw error;
      }
    });
  }

  function state() {
    for (const { id } of store.list('sessions')) account.session(id);
    const charges = store.list('charges');
    const refunds = store.list('refunds');
    const sum = (rows: readonly { amount: number }[]): number => rows.reduce((total, row) => total + row.amount, 0);
    const captured = sum(charges.filter(({ status }) => status === 'succeeded'));
    const refunded = sum(refunds.filter(({ status }) => status !== 'failed'));
    const disputed = -sum(store.list('disputes').flatMap(({ balance_transactions }) => balance_transactions));
    return {
      now: new Date(options.now()).toISOString(),
      faults,
      totals: {
        sessions: store.list('sessions').length,
        openSessions: store.list('sessions').filter(({ status }) => status === 'open').length,
        capturedMinor: captured,
        refundedMinor: refunded,
        failedRefundsMinor: sum(refunds.filter(({ status }) => status === 'failed')),
        disputedMinor: disputed,
        netMinor: captured - refunded - disputed,
        charges: charges.filter(({ status }) => status === 'succeeded').length,
      },
      webhooks: {
        url: webhooks.endpoint?.url ?? null,
        waiting: store.list('deliveries').filter((delivery) => delivery.state === 'waiting' || delivery.state === 'held').length,
        dropped: store.list('deliveries').filter((delivery) => delivery.state === 'dropped').length,
      },
      sessions: store.list('sessions'),
      intents: store.list('intents'),
      charges,
      refunds,
      disputes: store.list('disputes'),
      deliveries: store
        .list('deliveries')
        .slice(0, 200)
        .map((delivery) => ({ ...delivery, type: store.get('events', delivery.eventId)?.type })),
    };
  }

  function adminPage(): string {
    const now = state();
    const figure = (label: string, value: string | number): string => `<div><b>${value}</b>${label}</div>`;
    const rows = (items: readonly string[], columns: number): string =>
      items.length > 0 ? items.join('') : `<tr><td colspan="${columns}">None yet</td></tr>`;
    const number = (name: keyof Faults, label: string): string =>
      `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" value="${String(faults[name])}"></div>`;
    const outcomes = faultsSchema.shape.refundOutcome.options
      .map((value) => `<option${faults.refundOutcome === value ? ' selected' : ''}>${value}</option>`)
      .join('');
    return htmlPage(
      'Stripe stand-in',
      `<p class="strip">Dashboard of the local Stripe stand-in</p><main class="wide">
<section class="card"><h2>Money</h2><div class="figures">${figure('captured', amountText(now.totals.capturedMinor, 'usd'))}${figure('refunded', amountText(now.totals.refundedMinor, 'usd'))}${figure('disputed', amountText(now.totals.disputedMinor, 'usd'))}${figure('net', amountText(now.totals.netMinor, 'usd'))}${figure('charges', now.totals.charges)}${figure('open sessions', now.totals.openSessions)}${figure('webhooks waiting', now.webhooks.waiting)}</div>
<p>Webhooks go to <code>${escapeHtml(now.webhooks.url ?? 'nowhere')}</code>. The time here is ${escapeHtml(now.now)}.</p></section>
<section class="card"><h2>Faults</h2><form method="post" action="/_admin/faults"><div class="grid">
${number('delayMs', 'Delay each answer (ms)')}${number('failNext', 'Fail next (500)')}${number('failKeptNext', 'Fail next, keep the 500')}${number('failMadeNext', 'Do, answer and keep 500')}${number('silentNext', 'Do, never answer')}${number('cutNext', 'Do, cut connection')}
${number('rateLimitSeconds', 'Answer 429 for (s)')}${number('dropWebhooks', 'Lose next webhooks')}${number('duplicateWebhooks', 'Send next thrice')}${number('reorderWebhooks', 'Reverse next')}${number('delayWebhooksMs', 'Delay webhooks (ms)')}
<div><label for="only">Only requests like</label><input id="only" name="only" value="${escapeHtml(faults.only)}" placeholder="POST /v1/refunds"></div>
<div><label for="refundOutcome">Refunds</label><select id="refundOutcome" name="refundOutcome">${outcomes}</select></div>
<div><label for="holdWebhooks">Hold webhooks back</label><input id="holdWebhooks" name="holdWebhooks" type="checkbox" ${faults.holdWebhooks ? 'checked' : ''}></div>
</div><p><button type="submit">Set faults</button></p></form>
<form method="post" action="/_admin/faults"><input type="hidden" name="reset" value="1"><button type="submit">Clear faults</button></form></section>
<section class="card"><h2>Charges</h2><div class="scroll"><table><thead><tr><th>Charge</th><th>Card</th><th>Status</th><th class="n">Amount</th><th class="n">Refunded</th><th>Email</th></tr></thead><tbody>
${rows(
  now.charges
    .slice(0, 100)
    .map(
      (charge) =>
        `<tr><td><code>${charge.id}</code></td><td>${paidBy(charge)}</td><td>${charge.status}${charge.disputed ? ', disputed' : ''}</td><td class="n">${amountText(charge.amount, charge.currency)}</td><td class="n">${amountText(charge.amount_refunded, charge.currency)}</td><td>${escapeHtml(charge.billing_details.email ?? '')}</td></tr>`,
    ),
  6,
)}
</tbody></table></div>
<details><summary>Refund or dispute as in the dashboard</summary>
<form method="post" action="/_admin/refunds"><div class="grid"><div><label for="charge">Charge</label><input id="charge" name="charge" required></div><div><label for="amount">Amount (cents)</label><input id="amount" name="amount" type="number" min="1" required></div></div><p><button type="submit">Refund</button></p></form>
<form method="post" action="/_admin/disputes"><div class="grid"><div><label for="disputed">Charge</label><input id="disputed" name="charge" required></div><div><label for="step">Step</label><select id="step" name="action"><option>inquire</option><option selected>open</option><option>won</option><option>lost</option></select></div></div><p><button type="submit">Dispute</button></p></form></details></section>
<section class="card"><h2>Sessions</h2><div class="scroll"><table><thead><tr><th>Session</th><th>Status</th><th>Payment</th><th class="n">Amount</th><th>Reference</th></tr></thead><tbody>
${rows(
  now.sessions
    .slice(0, 100)
    .map(
      (session) =>
        `<tr><td><code>${session.id.slice(0, 24)}…</code></td><td>${session.status}</td><td>${session.payment_status}</td><td class="n">${amountText(session.amount_total, session.currency)}</td><td><code>${escapeHtml(session.client_reference_id ?? '')}</code></td></tr>`,
    ),
  5,
)}
</tbody></table></div></section>
<section class="card"><h2>Refunds</h2><div class="scroll"><table><thead><tr><th>Refund</th><th>Charge</th><th>Status</th><th class="n">Amount</th></tr></thead><tbody>
${rows(
  now.refunds
    .slice(0, 100)
    .map(
      (refund) =>
        `<tr><td><code>${refund.id}</code></td><td><code>${refund.charge}</code></td><td>${refund.status}</td><td class="n">${amountText(refund.amount, refund.currency)}</td></tr>`,
    ),
  4,
)}
</tbody></table></div></section>
<section class="card"><h2>Webhooks</h2><form method="post" action="/_admin/webhooks/release"><button type="submit">Send all that wait, now</button></form><div class="scroll"><table><thead><tr><th>Event</th><th>Type</th><th>State</th><th class="n">Attempts</th><th>Last answer</th></tr></thead><tbody>
${rows(
  now.deliveries
    .slice(0, 60)
    .map(
      (delivery) =>
        `<tr><td><code>${delivery.eventId}</code></td><td>${escapeHtml(delivery.type ?? '')}</td><td>${delivery.state}</td><td class="n">${delivery.attempts}</td><td>${String(delivery.lastStatus ?? '')}</td></tr>`,
    ),
  5,
)}
</tbody></table></div></section></main>`,
    );
  }
}

function paidBy({ payment_method_details: by }: Charge): string {
  return by.type === 'card' ? `${by.card.brand} ${by.card.last4}` : `bank ${by.us_bank_account.last4}`;
}
