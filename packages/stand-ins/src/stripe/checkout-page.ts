import { escapeHtml } from '../../../../contracts/core/html.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CardEntry } from './payments.ts';
import { isCardNumber, TEST_CARDS, testCard } from './cards.ts';
import type { CheckoutSession } from './objects.ts';
import { amountText, htmlPage, PAGE_HEADERS } from '../page-style.ts';
import type { Surroundings } from './requests.ts';

const STRIP = '<p class="strip">Test payment page of the local Stripe stand-in. No card is charged.</p>';

/** Currency that a buyer abroad is offered, and what one minor unit of ours is in it. */
const FOREIGN_CURRENCY = { currency: 'eur', rate: 0.92 } as const;

interface Typed {
  email: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
  billingName: string;
}
type Faulty = Partial<Record<keyof Typed | 'page', string>>;

/** Adds the page a buyer pays on. It is plain HTML forms: it works with scripts off. */
export function addCheckoutPage(app: FastifyInstance, options: Surroundings): void {
  const { store, account } = options;

  app.get<{ Params: { id: string } }>('/c/pay/:id', (request, reply) => {
    const session = account.sessions.find(request.params.id);
    if (!session) return html(reply, 404, notFoundPage());
    if (session.status !== 'open') return html(reply, 200, endedPage(session));
    const typed = {
      email: session.customer_email ?? '',
      cardNumber: '',
      cardExpiry: '',
      cardCvc: '',
      billingName: '',
    };
    return html(reply, 200, payPage(session, itemText(session), typed, {}));
  });

  app.post<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const session = account.sessions.find(request.params.id);
    if (!session) return html(reply, 404, notFoundPage());
    if (session.status === 'complete') return reply.redirect(returnUrl(session.success_url, session.id), 303);
    if (session.status === 'expired') return html(reply, 200, endedPage(session));
    const typed = readTyped((request.body as string | undefined) ?? '', session);
    const entry = checkTyped(typed, options.now());
    if ('faulty' in entry) return html(reply, 422, payPage(session, itemText(session), typed, entry.faulty));
    const outcome = account.payments.pay(session, entry.entry);
    if (outcome.kind === 'declined') return html(reply, 402, payPage(session, itemText(session), typed, { page: outcome.message }));
    if (outcome.kind === 'completed') await options.answered(outcome.completedEventId);
    else if (outcome.session.status === 'expired') return html(reply, 200, endedPage(outcome.session));
    return reply.redirect(returnUrl(outcome.session.success_url, outcome.session.id), 303);
  });

  function itemText({ id }: CheckoutSession): string {
    return store.get('items', id)?.text ?? '';
  }
}

/** Ways to pay beside a card in the page's own currency, as far as the page offers them: shown, so that a page that offers them is seen, but not taken. */
function choices(session: CheckoutSession): string {
  const method = session.payment_method_types.includes('us_bank_account')
    ? '<div class="field"><label for="method">Pay by</label><select id="method"><option value="card">card</option><option value="us_bank_account" disabled>bank debit</option></select></div>'
    : '';
  const currency = session.adaptive_pricing.enabled
    ? `<div class="field"><label for="currency">Currency</label><select id="currency"><option value="${session.currency}">${amountText(session.amount_total, session.currency)}</option><option value="${FOREIGN_CURRENCY.currency}" disabled>${amountText(Math.round(session.amount_total * FOREIGN_CURRENCY.rate), FOREIGN_CURRENCY.currency)}</option></select></div>`
    : '';
  return method + currency;
}

/** The address to send the buyer to, with Stripe's placeholder filled in. */
export function returnUrl(template: string, sessionId: string): string {
  return template.replaceAll('{CHECKOUT_SESSION_ID}', sessionId);
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).send(page);
}

function readTyped(encoded: string, session: CheckoutSession): Typed {
  const form = new URLSearchParams(encoded);
  const value = (name: string): string => (form.get(name) ?? '').trim().slice(0, 200);
  return {
    email: session.customer_email ?? value('email'),
    cardNumber: value('cardNumber'),
    cardExpiry: value('cardExpiry'),
    cardCvc: value('cardCvc'),
    billingName: value('billingName'),
  };
}

function checkTyped(typed: Typed, now: number): { entry: CardEntry } | { faulty: Faulty } {
  const faulty: Faulty = {};
  const number = typed.cardNumber.replace(/[\s-]/g, '');
  const card = testCard(number);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email)) faulty.email = 'Your email is incomplete.';
  if (number === '') faulty.cardNumber = 'Enter a card number.';
  else if (!isCardNumber(number)) faulty.cardNumber = 'Your card number is invalid.';
  else if (!card) faulty.cardNumber = 'Your card was declined: this page takes only the test cards listed below.';
  const expiry = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?([0-9]{2})$/.exec(typed.cardExpiry);
  const month = Number(expiry?.[1]);
  const year = 2000 + Number(expiry?.[2]);
  if (!expiry) faulty.cardExpiry = 'Enter the expiry as MM / YY.';
  else if (Date.UTC(year, month, 1) <= now) faulty.cardExpiry = "Your card's expiry is in the past.";
  if (!/^[0-9]{3,4}$/.test(typed.cardCvc)) faulty.cardCvc = "Your card's security code is incomplete.";
  if (Object.keys(faulty).length > 0 || !card) return { faulty };
  return { entry: { card, email: typed.email } };
}

function field(name: keyof Typed, label: string, typed: Typed, faulty: Faulty, attributes: string): string {
  const error = faulty[name];
  const described = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  const message = error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : '';
  const shown = name === 'cardCvc' ? '' : escapeHtml(typed[name]);
  return `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${shown}"${described} ${attributes}>${message}</div>`;
}

function payPage(session: CheckoutSession, item: string, typed: Typed, faulty: Faulty): string {
  const amount = amountText(session.amount_total, session.currency);
  const alert = faulty.page ? `<p class="alert" role="alert">${escapeHtml(faulty.page)}</p>` : '';
  const readonly = session.customer_email === null ? '' : 'readonly';
  const back = session.cancel_url
    ? `<a class="back" href="${escapeHtml(returnUrl(session.cancel_url, session.id))}" rel="noreferrer">← Cancel and go back</a>`
    : '';
  const cards = TEST_CARDS.map(
    ({ number, says }) => `<tr><td><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${says}</td></tr>`,
  ).join('');
  return htmlPage(
    `Test payment of ${amount}`,
    `${STRIP}<main><section><h1>${escapeHtml(item)}</h1><p class="sum">${amount}</p>
<dl>${session.customer_email ? `<div><dt>Email</dt><dd>${escapeHtml(session.customer_email)}</dd></div>` : ''}
<div><dt>Total due</dt><dd>${amount}</dd></div></dl>${back}</section>
<section class="card"><h2>Pay with a card</h2>${alert}<form class="pay" method="post" novalidate>
${choices(session)}${field('email', 'Email', typed, faulty, `type="email" autocomplete="email" ${readonly}`)}
${field('cardNumber', 'Card number', typed, faulty, 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="24"')}
<div class="pair">${field('cardExpiry', 'Expiry (MM / YY)', typed, faulty, 'inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34" maxlength="9"')}
${field('cardCvc', 'Security code', typed, faulty, 'inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"')}</div>
${field('billingName', 'Name on card (optional)', typed, faulty, 'autocomplete="cc-name" maxlength="120"')}
<button type="submit" data-testid="hosted-payment-submit-button">Pay ${amount}</button></form>
<details><summary>Test cards, with any future expiry and any security code</summary><table><tbody>${cards}</tbody></table></details></section></main>`,
  );
}

function endedPage(session: CheckoutSession): string {
  const paid = session.status === 'complete';
  const target = paid ? session.success_url : session.cancel_url;
  const link = target
    ? `<p><a class="button" href="${escapeHtml(returnUrl(target, session.id))}" rel="noreferrer">Go back to the site</a></p>`
    : '';
  return htmlPage(
    paid ? 'Payment complete' : 'Payment page expired',
    `${STRIP}<main class="one"><section class="card"><h2>${paid ? 'This payment is complete' : 'This payment page has expired'}</h2>
<p>${paid ? 'Nothing more can be paid here.' : 'It can no longer be paid and no money was taken. Start again from the site.'}</p>${link}</section></main>`,
  );
}

function notFoundPage(): string {
  return htmlPage(
    'No such payment page',
    `${STRIP}<main class="one"><section class="card"><h2>There is no such payment page</h2><p>Check the address, or start again from the site.</p></section></main>`,
  );
}
