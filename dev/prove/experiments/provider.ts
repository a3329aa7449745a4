import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PAYMENT_EVENTS_PATH } from '../../system/process-settings.ts';
import { below, disturbed, fault, shuffled, type Fault } from '../disturbed.ts';

/** svc-payment waits 5 s for an answer. */
const SLOW_MS = 6_000;

/** Which of the stand-in's faults are counted, and how many of them at most. */
const COUNTED = {
  ...{ failNext: 4, failKeptNext: 2, failMadeNext: 2, silentNext: 2, cutNext: 4, htmlNext: 4 },
  ...{ duplicateWebhooks: 10, reorderWebhooks: 10, dropWebhooks: 6, rateLimitSeconds: 4 },
};

/** Notices of payments that nobody made: unsigned, signed with another secret, or signed for another body. */
const forge: Fault = async ({ site, proof, crowd }) => {
  const at = Math.floor(Date.now() / 1_000);
  const metadata = { bookingId: crowd.bought.at(-1)?.id ?? 'bk_nobody' };
  const session = { id: 'cs_test_forged', object: 'checkout.session', payment_status: 'paid', metadata };
  const event = { object: 'event', type: 'checkout.session.completed', created: at, livemode: false, data: { object: session } };
  const body = JSON.stringify({ id: `evt_${randomUUID().replaceAll('-', '')}`, ...event });
  const signed = (secret: string, text: string) => `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`;
  const signatures = [undefined, '', `t=${at}`, signed('whsec_of_somebody_else', body), signed('', `${body} `)];
  for (const signature of signatures) {
    const headers = { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'stripe-signature': signature }) };
    const { status } = await fetch(`${site.url}${PAYMENT_EVENTS_PATH}`, { method: 'POST', headers, body });
    if (status !== 400) proof.violation(`a forged notice was answered ${status}`);
  }
  proof.say(`${signatures.length} forged notices`);
};

/** An organiser sends the money of some buyers back, and presses twice. */
const refund: Fault = async ({ site, proof, crowd, random }) => {
  const { client, email } = await site.account('organiser');
  const some = shuffled(random, crowd.paid).slice(0, 3);
  const press = (id: string) => client.payment.triggerRefund({ body: { id, email } }, { idempotencyKey: randomUUID(), timeoutMs: 30_000 });
  const answers = await Promise.all(some.flatMap(({ id }) => [press(id), press(id)]));
  proof.say(`refunds, each asked for twice: ${answers.map((answer) => (answer.ok ? 'taken' : answer.problem.code)).join(', ')}`);
};

export const provider = disturbed({
  name: 'provider',
  goal: 500,
  shows: 'the payment provider fails, is silent, answers HTML, loses answers, and sends notices twice, late, reordered, forged or never',
  lacks: 'notices are believed whoever signed them',
  patch: {
    service: 'svc-payment',
    file: 'svc-payment/src/webhooks/stripe-signature.ts',
    code: "const verdict = readWith(bytes, header ?? '', secret, now);",
    into: 'const verdict = JSON.parse(Buffer.from(bytes).toString());',
  },
  faults: [
    ...Object.entries(COUNTED).map(([name, most]): Fault => async ({ site, proof, random }) => {
      const times = 1 + below(random, most);
      proof.say(`the payment provider: ${name} ${times}`);
      await site.tell('payments', 'faults', { [name]: times });
    }),
    ...['delayMs', 'delayWebhooksMs'].map((name) =>
      fault(`the payment provider: ${name} ${SLOW_MS}`, async ({ site }) => {
        await site.tell('payments', 'faults', { [name]: SLOW_MS });
        await pause(SLOW_MS);
        await site.tell('payments', 'faults', { [name]: 0 });
      }),
    ),
    forge,
    refund,
    refund,
  ],
  // svc-payment spares a provider that fails five times in a row for five seconds, and then asks it once.
  restMs: 8_000,
  async after({ site }) {
    await site.tell('payments', 'faults', { reset: true });
    await site.tell('payments', 'webhooks/release', { order: 'reversed' });
  },
});
