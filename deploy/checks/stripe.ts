import { isLive } from '../../dev/system/live-keys.ts';
import { PAYMENT_EVENTS_PATH, WEBHOOK_TYPES } from '../../dev/system/process-settings.ts';
import { hasAccount, listed, originOf } from './about.ts';
import { advice, check, green, red } from './check.ts';

/** Every price of the product is in it. */
const CURRENCY = 'usd';
/** Stripe allows no more, in each mode. */
const MAX_ENDPOINTS = 16;

/** Whose the payment key is, and what it may do. */
export const stripeCheck = check('stripe', async ({ env, stripe: accountOf }) => {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_MODE: mode } = env;
  if (key === '') return undefined;
  if (!/^[sr]k_(test|live)_[A-Za-z0-9_]+$/.test(key) || key.startsWith('sk_test_standin_'))
    return red(
      'That is not a Stripe secret key.',
      'Copy one from https://dashboard.stripe.com/apikeys; it begins with sk_ or rk_ (pk_ is the one that everyone may know).',
    );
  const kind = isLive(env) ? 'live' : 'test';
  if ((mode === 'live' || mode === 'test') && mode !== kind)
    return red(`That is a ${kind} key, and STRIPE_MODE says ${mode}.`, `Take a ${mode} key, or change STRIPE_MODE in .env.`);
  const stripe = accountOf(key);
  const [whose, missing] = await Promise.all([stripe.account(), key.startsWith('rk_') ? stripe.missingRights() : []]);
  if (missing.length > 0)
    return red(
      `The key lacks rights that the site needs: ${missing.join('; ')}.`,
      'Give it these at https://dashboard.stripe.com/apikeys and answer again.',
    );
  const endpoints = await stripe.endpoints();
  if (endpoints.length >= MAX_ENDPOINTS && !endpoints.some(({ id }) => id === env['STRIPE_WEBHOOK_ENDPOINT']))
    return red(
      `The account has ${endpoints.length} webhook endpoints, as many as Stripe allows, and this site needs one.`,
      'Delete one that is of no use any more at https://dashboard.stripe.com/webhooks.',
    );
  if (whose === undefined)
    return advice(
      `Stripe: an account that this restricted key may not name, ${kind} key.`,
      'Whether it may take payments is not known.',
      'Look at https://dashboard.stripe.com/account, or take a secret key (sk_…).',
    );
  const seen = `Stripe: ${whose.name}, ${kind} key, country ${whose.country}, currency ${whose.currency}.`;
  if (!whose.takesPayments)
    return (kind === 'live' ? red : advice)(
      seen,
      kind === 'live' ? 'This account cannot take payments yet.' : 'This account may not take real payments yet.',
      'Finish its activation at https://dashboard.stripe.com/account/onboarding.',
    );
  if (whose.currency === CURRENCY) return green(seen);
  return advice(
    seen,
    `Tickets are sold in ${CURRENCY.toUpperCase()}: Stripe changes each payment into ${whose.currency.toUpperCase()} at its own rate, for a fee, and a refund costs what the rate has moved.`,
    'Reckon with it, or add a bank account in USD at https://dashboard.stripe.com/settings/payouts.',
  );
});

const sameSet = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();
export const paymentsAt = (origin: string): string => `${origin}${PAYMENT_EVENTS_PATH}`;
/** Whether an endpoint is told of exactly what the site handles. */
export const isRightEndpoint = ({ isEnabled, events }: { isEnabled: boolean; events: readonly string[] }): boolean =>
  isEnabled && sameSet(events, WEBHOOK_TYPES);
export const SETUP_MENDS = 'Run the set-up without --check: it mends this.';

/** Whether Stripe tells this site what was paid. */
export const paymentWebhookCheck = check('payment-webhook', async ({ env, stripe }) => {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_WEBHOOK_SECRETS: secrets, STRIPE_WEBHOOK_ENDPOINT: endpoint } = env;
  const origin = originOf(env);
  if (!hasAccount(key) || origin === undefined) return undefined;
  const found = await stripe(key).endpoints(paymentsAt(origin));
  const own = endpoint ? found.find(({ id }) => id === endpoint) : found[0];
  if (!own || listed(secrets).length === 0) return red('Stripe has no webhook endpoint whose secret is known here.', SETUP_MENDS);
  if (!isRightEndpoint(own))
    return red('The webhook endpoint at Stripe is switched off, or is told of other events than the site handles.', SETUP_MENDS);
  if (found.length > 1) return red('Stripe has several webhook endpoints for this site.', SETUP_MENDS);
  return green('Stripe: the webhook endpoint is registered.');
});
