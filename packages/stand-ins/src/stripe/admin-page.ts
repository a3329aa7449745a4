import { escapeHtml } from '../../../../contracts/core/html.ts';
import { amountText, htmlPage } from '../page-style.ts';
import type { State } from './admin-state.ts';
import { faultsSchema, type Faults } from './faults.ts';
import { DISPUTE_REASONS, type Charge } from './objects.ts';

/** The dashboard as a page. */
export function adminPage(now: State): string {
  const sections = [money, faultSwitches, charges, sessions, refunds, webhooks];
  return htmlPage(
    'Stripe stand-in',
    `<p class="strip">Dashboard of the local Stripe stand-in</p><main class="wide">
${sections.map((section) => section(now)).join('\n')}</main>`,
  );
}

const figure = (label: string, value: string | number): string => `<div><b>${value}</b>${label}</div>`;
const rows = (items: readonly string[], columns: number): string =>
  items.length > 0 ? items.join('') : `<tr><td colspan="${columns}">None yet</td></tr>`;

function money(now: State): string {
  return `<section class="card"><h2>Money</h2><div class="figures">${figure('captured', amountText(now.totals.capturedMinor, 'usd'))}${figure('refunded', amountText(now.totals.refundedMinor, 'usd'))}${figure('disputed', amountText(now.totals.disputedMinor, 'usd'))}${figure('net', amountText(now.totals.netMinor, 'usd'))}${figure('charges', now.totals.charges)}${figure('open sessions', now.totals.openSessions)}${figure('webhooks waiting', now.webhooks.waiting)}</div>
<p>Webhooks go to <code>${escapeHtml(now.webhooks.url ?? 'nowhere')}</code>. The time here is ${escapeHtml(now.now)}.</p></section>`;
}

function faultSwitches({ faults }: State): string {
  const number = (name: keyof Faults, label: string): string =>
    `<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" value="${String(faults[name])}"></div>`;
  const outcomes = faultsSchema.shape.refundOutcome.options
    .map((value) => `<option${faults.refundOutcome === value ? ' selected' : ''}>${value}</option>`)
    .join('');
  return `<section class="card"><h2>Faults</h2><form method="post" action="/_admin/faults"><div class="grid">
${number('delayMs', 'Delay each answer (ms)')}${number('failNext', 'Fail next (500)')}${number('failKeptNext', 'Fail next, keep the 500')}${number('failMadeNext', 'Do, answer and keep 500')}${number('silentNext', 'Do, never answer')}${number('cutNext', 'Do, cut connection')}
${number('rateLimitSeconds', 'Answer 429 for (s)')}${number('dropWebhooks', 'Lose next webhooks')}${number('duplicateWebhooks', 'Send next thrice')}${number('reorderWebhooks', 'Reverse next')}${number('delayWebhooksMs', 'Delay webhooks (ms)')}
<div><label for="only">Only requests like</label><input id="only" name="only" value="${escapeHtml(faults.only)}" placeholder="POST /v1/refunds"></div>
<div><label for="refundOutcome">Refunds</label><select id="refundOutcome" name="refundOutcome">${outcomes}</select></div>
<div><label for="holdWebhooks">Hold webhooks back</label><input id="holdWebhooks" name="holdWebhooks" type="checkbox" ${faults.holdWebhooks ? 'checked' : ''}></div>
</div><p><button type="submit">Set faults</button></p></form>
<form method="post" action="/_admin/faults"><input type="hidden" name="reset" value="1"><button type="submit">Clear faults</button></form></section>`;
}

function charges(now: State): string {
  return `<section class="card"><h2>Charges</h2><div class="scroll"><table><thead><tr><th>Charge</th><th>Card</th><th>Status</th><th class="n">Amount</th><th class="n">Refunded</th><th>Email</th></tr></thead><tbody>
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
<form method="post" action="/_admin/disputes"><div class="grid"><div><label for="disputed">Charge</label><input id="disputed" name="charge" required></div><div><label for="step">Step</label><select id="step" name="action"><option>inquire</option><option selected>open</option><option>won</option><option>lost</option></select></div><div><label for="reason">Reason</label><select id="reason" name="reason">${DISPUTE_REASONS.map((reason) => `<option${reason === 'fraudulent' ? ' selected' : ''}>${reason}</option>`).join('')}</select></div></div><p><button type="submit">Dispute</button></p></form></details></section>`;
}

function sessions(now: State): string {
  return `<section class="card"><h2>Sessions</h2><div class="scroll"><table><thead><tr><th>Session</th><th>Status</th><th>Payment</th><th class="n">Amount</th><th>Reference</th></tr></thead><tbody>
${rows(
  now.sessions
    .slice(0, 100)
    .map(
      (session) =>
        `<tr><td><code>${session.id.slice(0, 24)}…</code></td><td>${session.status}</td><td>${session.payment_status}</td><td class="n">${amountText(session.amount_total, session.currency)}</td><td><code>${escapeHtml(session.client_reference_id ?? '')}</code></td></tr>`,
    ),
  5,
)}
</tbody></table></div></section>`;
}

function refunds(now: State): string {
  return `<section class="card"><h2>Refunds</h2><div class="scroll"><table><thead><tr><th>Refund</th><th>Charge</th><th>Status</th><th class="n">Amount</th></tr></thead><tbody>
${rows(
  now.refunds
    .slice(0, 100)
    .map(
      (refund) =>
        `<tr><td><code>${refund.id}</code></td><td><code>${refund.charge}</code></td><td>${refund.status}</td><td class="n">${amountText(refund.amount, refund.currency)}</td></tr>`,
    ),
  4,
)}
</tbody></table></div></section>`;
}

function webhooks(now: State): string {
  return `<section class="card"><h2>Webhooks</h2><form method="post" action="/_admin/webhooks/release"><button type="submit">Send all that wait, now</button></form><div class="scroll"><table><thead><tr><th>Event</th><th>Type</th><th>State</th><th class="n">Attempts</th><th>Last answer</th></tr></thead><tbody>
${rows(
  now.deliveries
    .slice(0, 60)
    .map(
      (delivery) =>
        `<tr><td><code>${delivery.eventId}</code></td><td>${escapeHtml(delivery.type ?? '')}</td><td>${delivery.state}</td><td class="n">${delivery.attempts}</td><td>${String(delivery.lastStatus ?? '')}</td></tr>`,
    ),
  5,
)}
</tbody></table></div></section>`;
}

function paidBy({ payment_method_details: by }: Charge): string {
  return by.type === 'card' ? `${by.card.brand} ${by.card.last4}` : `bank ${by.us_bank_account.last4}`;
}
