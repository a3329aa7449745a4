import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import { Failure } from '@concert/machine-kit/failure';
import type { Environment } from '../../dev/system/live-keys.ts';
import { MAIL_EVENT_TYPES, WEBHOOK_TYPES } from '../../dev/system/process-settings.ts';
import { listed, originOf } from '../checks/about.ts';
import { mailEventsAt, mailWebhookCheck } from '../checks/sendgrid.ts';
import { isRightEndpoint, paymentsAt, paymentWebhookCheck } from '../checks/stripe.ts';
import { CHECKS, lookAtHouse } from '../checks/table.ts';
import { withSettings } from '../env-file.ts';
import { answersCheck, answerTo, namedRows, questionsOf, told, type SetupContext } from './questions.ts';
import type { SendgridAccount } from '../accounts/sendgrid-account.ts';
import type { StripeAccount } from '../accounts/stripe-account.ts';

const isRight = ({ state }: ReadinessRow) => state === 'green' || state === 'advice';

/**
 * Asks, looks at the whole house as it would be, registers the site at its providers, and writes the settings in one go. Killed at any moment it
 * is run again: what was registered is found by its address, and what is too many is deleted.
 * @throws Failure where a row of the table is not right and nobody went on beside it, or a provider does not answer; nothing is written then
 */
export async function setUp(context: SetupContext): Promise<void> {
  const standing = parseEnv(context.file);
  let [env, goOn]: [Environment, readonly string[]] = [
    { ...standing, STRIPE_MODE: context.given['STRIPE_MODE'] ?? standing['STRIPE_MODE'] },
    context.goOn ?? [],
  ];
  const given: Record<string, string> = {};
  for (const { setting } of questionsOf(context.domainSetting, { GOOGLE_CLIENT_ID: 'asked' })) {
    const question = questionsOf(context.domainSetting, env).find((one) => one.setting === setting);
    const settled = question ? await answerTo(question, { ...context, goOn }, env) : { answer: '', goOn };
    given[setting] = settled.answer;
    [env, goOn] = [{ ...env, ...given }, settled.goOn];
  }
  const answers: Settings = { ...given, ...siteSettings(context, standing, env) };
  await assertRight({ ...context, goOn }, { ...env, ...answers });
  const { say } = context;
  const origin = originOf(answers)!;
  const { stripe: stripeOf, sendgrid: sendgridOf } = context.house(env);
  const sendgrid = sendgridOf(answers['SENDGRID_API_KEY']!);
  const publicKeys = await registerMailEvents(sendgrid, origin, standing, say);
  const mailsPerDay = standing['MAILS_PER_DAY'] ?? (await sendgrid.mailsPerDay());
  const stripe = stripeOf(answers['STRIPE_SECRET_KEY']!);
  const endpoint = await registerPayments(stripe, origin, standing, say);
  context.write(
    withSettings(context.file, {
      ...answers,
      STRIPE_WEBHOOK_SECRETS: endpoint.secrets,
      STRIPE_WEBHOOK_ENDPOINT: endpoint.id,
      SENDGRID_EVENT_PUBLIC_KEYS: publicKeys,
      ...(mailsPerDay ? { MAILS_PER_DAY: String(mailsPerDay) } : {}),
    }),
  );
  say('Written to .env, which only its owner can read. Keep a copy of it elsewhere: with it, backups can be opened.');
  // Only now: until its secret is written, a new endpoint is of no use.
  for (const old of endpoint.old) {
    await stripe.removeEndpoint(old);
    say(`Stripe: deleted the endpoint ${old}, whose secret was not known here.`);
  }
}

type Settings = Readonly<Record<string, string>>;

/** @throws Failure while a row is not right, unless somebody names it and goes on */
async function assertRight(context: SetupContext, env: Environment): Promise<void> {
  const { ask, say, house, domainSetting } = context;
  let goOn = context.goOn ?? [];
  say('Looking at everything, before anything is registered or written:');
  // The set-up registers the webhooks itself.
  const checks = CHECKS.filter((check) => check !== paymentWebhookCheck && check !== mailWebhookCheck);
  const secrets = env['STRIPE_WEBHOOK_SECRETS'] || 'whsec_isRegisteredNext';
  const rows = await lookAtHouse(house({ ...env, STRIPE_WEBHOOK_SECRETS: secrets }), [answersCheck(domainSetting), ...checks], (row) =>
    say(told(row)),
  );
  const open = () => rows.filter((row) => !isRight(row) && (row.id === 'answers' || !goOn.includes(row.id))).map(({ id }) => id);
  for (let asked = false; open().length > 0; asked = true) {
    const names = open().join(', ');
    if (!ask || asked || open().includes('answers'))
      throw new Failure(
        `Nothing was registered or written, because of: ${names}.`,
        `mend what these rows say and run the same command again; to go on beside them, add --go-on ${names.replaceAll(' ', '')}.`,
      );
    goOn = [
      ...goOn,
      ...namedRows(await ask(`Not right or not known: ${names}. Mend it and run this again (Enter), or type: go on ${names}\n> `, false)),
    ];
  }
}

/** Looks at what stands, and changes nothing anywhere. @returns the rows that are not right */
export async function checkSetup({ file, given, house, domainSetting, say }: SetupContext): Promise<ReadinessRow[]> {
  const env = { ...parseEnv(file), ...given };
  const rows = await lookAtHouse(house(env), [answersCheck(domainSetting), ...CHECKS], (row) => say(told(row)));
  return rows.filter((row) => !isRight(row));
}

/** Addresses of the site, with those that follow from the answers where nothing else stands. */
function siteSettings({ domainSetting, inContainers }: SetupContext, standing: Environment, env: Environment): Settings {
  const origin = domainSetting === 'DOMAIN' ? `https://${env['DOMAIN']}` : env['PUBLIC_ORIGIN']!;
  const domain = origin.replace('https://', '');
  return {
    ...(domainSetting === 'DOMAIN' || standing['DOMAIN'] ? { DOMAIN: domain } : {}),
    ...(domainSetting === 'PUBLIC_ORIGIN' || standing['PUBLIC_ORIGIN'] ? { PUBLIC_ORIGIN: origin } : {}),
    CONTACT_EMAIL: standing['CONTACT_EMAIL'] || env['ADMIN_EMAIL'] || '',
    // Of the first start alone: nothing is sold until an admin says when.
    CONCERT_STATE: standing['CONCERT_STATE'] || 'draft',
    // Every later command knows then that the site has its entrance.
    ...(domainSetting === 'DOMAIN' && { COMPOSE_PROFILES: [...new Set([...listed(standing['COMPOSE_PROFILES']), 'domain'])].join(',') }),
    ...(inContainers
      ? {
          // Here, where it outlives the machine with this file, and not among what the containers make for themselves.
          BACKUP_KEY: standing['BACKUP_KEY'] || randomBytes(32).toString('hex'),
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
  standing: Environment,
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
  standing: Environment,
  say: (line: string) => void,
): Promise<{ id: string; secrets: string; old: string[] }> {
  const url = paymentsAt(origin);
  const found = await stripe.endpoints(url);
  const secrets = standing['STRIPE_WEBHOOK_SECRETS'];
  const own = secrets ? found.find(({ id }) => id === standing['STRIPE_WEBHOOK_ENDPOINT']) : undefined;
  const others = (kept: string | undefined) => found.map(({ id }) => id).filter((id) => id !== kept);
  if (own && secrets) {
    if (!isRightEndpoint(own)) await stripe.changeEndpoint(own.id, WEBHOOK_TYPES);
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
