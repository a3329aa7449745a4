import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { Failure } from '@concert/machine-kit/failure';
import { MAIL_EVENT_TYPES, MAIL_EVENTS_PATH, PAYMENT_EVENTS_PATH, WEBHOOK_TYPES } from '../../dev/system/process-settings.ts';
import { faultsOf, SETTING_RULES } from '../../dev/system/setting-rules.ts';
import { withSettings } from '../env-file.ts';
import { INSTALLATION_RULES, onDomain } from '../installation.ts';
import { ask, missing, answerTo, type Answers, type SetupContext } from './questions.ts';
import type { SendgridAccount } from './sendgrid-account.ts';
import type { StripeAccount } from './stripe-account.ts';

/** Where the accounts at the providers send their messages. */
const paymentsAt = (origin: string) => `${origin}${PAYMENT_EVENTS_PATH}`;
const mailEventsAt = (origin: string) => `${origin}${MAIL_EVENTS_PATH}`;
const listed = (value = '') => value.split(',').filter(Boolean);
const isSameSet = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

/** Settings that the set-up writes itself. */
const SET_UP: ReadonlySet<string> = new Set([
  'DOMAIN',
  'ADMIN_EMAIL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'SENDGRID_API_KEY',
  'MAIL_FROM',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
]);

/**
 * Asks, looks at each answer at its provider, registers the site there, and writes the settings in one go. Killed at any moment it is run again:
 * what was registered is found by its address, and what is too many is deleted.
 * @throws Failure where an answer is wrong or a provider does not answer; nothing is written then
 */
export async function setUp(context: SetupContext): Promise<void> {
  const standing = parseEnv(context.file);
  const answers = await ask(context, standing, (question) => answerTo(question, context, standing));
  const { say } = context;
  const sendgrid = context.sendgrid(answers.sendgridKey);
  const publicKeys = await registerMailEvents(sendgrid, answers.origin, standing, say);
  const mailsPerDay = standing['MAILS_PER_DAY'] ?? (await sendgrid.mailsPerDay());
  const stripe = context.stripe(answers.stripeKey);
  const endpoint = await registerPayments(stripe, answers.origin, standing, say);
  context.write(
    withSettings(context.file, {
      ...siteSettings(context, standing, answers),
      STRIPE_SECRET_KEY: answers.stripeKey,
      STRIPE_WEBHOOK_SECRETS: endpoint.secrets,
      STRIPE_WEBHOOK_ENDPOINT: endpoint.id,
      SENDGRID_API_KEY: answers.sendgridKey,
      SENDGRID_EVENT_PUBLIC_KEYS: publicKeys,
      MAIL_FROM: answers.sender,
      ...(mailsPerDay ? { MAILS_PER_DAY: String(mailsPerDay) } : {}),
      GOOGLE_CLIENT_ID: answers.googleId,
      GOOGLE_CLIENT_SECRET: answers.googleSecret,
    }),
  );
  say('Written to .env, which only its owner can read. Keep a copy of it elsewhere: with it, backups can be opened.');
  // Only now: until its secret is written, a new endpoint is of no use.
  for (const old of endpoint.old) {
    await stripe.removeEndpoint(old);
    say(`Stripe: deleted the endpoint ${old}, whose secret was not known here.`);
  }
}

/** Looks at what stands, and changes nothing anywhere. @returns what is wrong, each with what to do */
export async function checkSetup(context: SetupContext): Promise<Failure[]> {
  const standing = parseEnv(context.file);
  const { say } = context;
  const wrong: Failure[] = [];
  const noted = async (look: () => Promise<void>) => {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      wrong.push(error);
    }
  };
  const answers = await ask(
    context,
    standing,
    async (question) => {
      const answer = context.given[question.setting] ?? standing[question.setting] ?? '';
      await noted(async () => {
        if (answer === '' && question.isOptional) return;
        if (answer === '') throw missing(question);
        for (const line of (await question.check(answer)) ?? []) say(line);
      });
      return answer;
    },
    true,
  );
  const again = 'run the set-up without --check: it mends this.';
  if (answers.sendgridKey && answers.domain)
    await noted(async () => {
      const webhook = await context.sendgrid(answers.sendgridKey).webhook(mailEventsAt(answers.origin), MAIL_EVENT_TYPES);
      if (!webhook?.isRight) throw new Failure('SendGrid has no signed event webhook with the right events for this site.', again);
      if (!listed(standing['SENDGRID_EVENT_PUBLIC_KEYS']).includes(webhook.publicKey ?? ''))
        throw new Failure('SENDGRID_EVENT_PUBLIC_KEYS has not the key of the event webhook.', again);
      say('SendGrid: the event webhook is registered and signed.');
    });
  if (answers.stripeKey && answers.domain)
    await noted(async () => {
      const found = await context.stripe(answers.stripeKey).endpoints(paymentsAt(answers.origin));
      const own = found.find(({ id }) => id === standing['STRIPE_WEBHOOK_ENDPOINT']);
      if (!own || !standing['STRIPE_WEBHOOK_SECRETS'])
        throw new Failure('Stripe has no webhook endpoint whose secret is known here.', again);
      if (!own.isEnabled || !isSameSet(own.events, WEBHOOK_TYPES))
        throw new Failure('The webhook endpoint at Stripe is switched off, or is told of other events than the site handles.', again);
      if (found.length > 1) throw new Failure('Stripe has several webhook endpoints for this site.', again);
      say('Stripe: the webhook endpoint is registered.');
    });
  // What is asked for and registered was looked at where it is kept.
  const rules = (context.domainSetting === 'DOMAIN' ? INSTALLATION_RULES : SETTING_RULES).filter(({ setting }) => !SET_UP.has(setting));
  for (const fault of faultsOf(onDomain(standing), rules)) wrong.push(new Failure(fault, 'mend it in .env.'));
  return wrong;
}

/** Addresses of the site, with those that follow from the answers where nothing else stands. */
function siteSettings(
  { domainSetting }: SetupContext,
  standing: Readonly<Record<string, string | undefined>>,
  { domain, origin, admin }: Answers,
): Record<string, string> {
  return {
    ...(domainSetting === 'DOMAIN' || standing['DOMAIN'] ? { DOMAIN: domain } : {}),
    ...(domainSetting === 'PUBLIC_ORIGIN' || standing['PUBLIC_ORIGIN'] ? { PUBLIC_ORIGIN: origin } : {}),
    ADMIN_EMAIL: admin,
    CONTACT_EMAIL: standing['CONTACT_EMAIL'] || admin,
    // Of the first start alone: nothing is sold until an admin says when.
    CONCERT_STATE: standing['CONCERT_STATE'] || 'draft',
    ...(domainSetting === 'DOMAIN'
      ? {
          // Here, where it outlives the machine with this file, and not among what the containers make for themselves.
          BACKUP_KEY: standing['BACKUP_KEY'] || randomBytes(32).toString('hex'),
          // Every later command knows then that the site has its entrance.
          COMPOSE_PROFILES: [...new Set([...listed(standing['COMPOSE_PROFILES']), 'domain'])].join(','),
          // Several builds at once are too much for a small server.
          COMPOSE_PARALLEL_LIMIT: standing['COMPOSE_PARALLEL_LIMIT'] || '1',
        }
      : {}),
  };
}

/** @returns the verification keys to keep */
async function registerMailEvents(
  sendgrid: SendgridAccount,
  origin: string,
  standing: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<string> {
  const url = mailEventsAt(origin);
  const found = await sendgrid.webhook(url, MAIL_EVENT_TYPES);
  let publicKey = found?.publicKey;
  if (!found?.isRight) {
    const id = found?.id ?? (await sendgrid.makeWebhook(url, MAIL_EVENT_TYPES));
    if (found) await sendgrid.changeWebhook(id, url, MAIL_EVENT_TYPES);
    publicKey = await sendgrid.signWebhook(id);
  }
  say(`SendGrid: the event webhook ${found ? 'that stands' : 'is registered'} for ${url}${found ? ' is kept' : ''}, signed.`);
  const kept = listed(standing['SENDGRID_EVENT_PUBLIC_KEYS']);
  return publicKey && kept.includes(publicKey) ? kept.join(',') : (publicKey ?? '');
}

/**
 * The endpoint whose secret is known, or a new one: Stripe tells a secret only when it makes it.
 * @returns its id, the secrets to keep, and the ids of endpoints for the same address that are to go
 */
async function registerPayments(
  stripe: StripeAccount,
  origin: string,
  standing: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<{ id: string; secrets: string; old: string[] }> {
  const url = paymentsAt(origin);
  const found = await stripe.endpoints(url);
  const secrets = standing['STRIPE_WEBHOOK_SECRETS'];
  const own = secrets ? found.find(({ id }) => id === standing['STRIPE_WEBHOOK_ENDPOINT']) : undefined;
  const others = (kept: string | undefined) => found.map(({ id }) => id).filter((id) => id !== kept);
  if (own && secrets) {
    if (!own.isEnabled || !isSameSet(own.events, WEBHOOK_TYPES)) await stripe.changeEndpoint(own.id, WEBHOOK_TYPES);
    say(`Stripe: the webhook endpoint that stands for ${url} is kept.`);
    return { id: own.id, secrets, old: others(own.id) };
  }
  const made = await stripe.makeEndpoint(url, WEBHOOK_TYPES);
  say(
    found.length === 0
      ? `Stripe: a webhook endpoint for ${url} is registered.`
      : `Stripe: one stands for ${url}, but its secret is told only when it is made: a new one takes its place.`,
  );
  return { id: made.id, secrets: made.secret, old: others(undefined) };
}
