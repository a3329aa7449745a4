import { plainEmail, plainHost, plainSigns } from '@concert/contracts/core/as-typed';
import { isEmail } from '@concert/contracts/core/email';
import { emailKey } from '@concert/contracts/core/fields';
import { isLive } from '../../dev/system/live-keys.ts';
import { isDomain } from '../../dev/system/domain.ts';
import type { DnsRow, SendgridAccount } from './sendgrid-account.ts';
import type { StripeAccount } from './stripe-account.ts';
import { WrongAnswer } from './wrong-answer.ts';

/* What is asked at its provider about each answer, before anything is written. Each check returns lines to show. */

/** A shell that reads .env would take these for its own. */
const OF_SHELLS = /['"#$\\`]/;
const NOBODYS = /(^|[@.])(example|localhost|local|invalid)$/;
const SENDER_PAGE = 'https://app.sendgrid.com/settings/sender_auth';
/** A rush of 1,000 tickets mails more than this in an hour. */
const FEW_MAILS_A_DAY = 1_000;

/** A domain as a person types it, or as it stands in an address. */
export const domainIn = (typed: string): string =>
  plainHost(
    plainSigns(typed)
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, ''),
  );

export async function checkDomain(domain: string, lookUp: (host: string) => Promise<string>): Promise<string[]> {
  if (!isDomain(domain) || NOBODYS.test(domain))
    throw new WrongAnswer(
      `${domain || 'Nothing'} is not a domain of your own.`,
      'name the site without https:// and www., such as concert.yourname.org.',
    );
  const address = await lookUp(domain).catch(() => undefined);
  if (address === undefined)
    throw new WrongAnswer(
      `${domain} has no address in DNS.`,
      `at your DNS provider, add an A record for ${domain} with this server's address, and wait some minutes.`,
    );
  return [`${domain} leads to ${address}.`];
}

/** @param typed read as {@link plainEmail} does */
export function checkEmail(typed: string): void {
  const email = plainEmail(typed);
  if (!isEmail(email) || OF_SHELLS.test(email) || NOBODYS.test(email.toLowerCase()))
    throw new WrongAnswer(
      `${email || 'Nothing'} is not an email address of your own.`,
      'name one that you read, such as anna@yourname.org.',
    );
}

/** @param mode what STRIPE_MODE says, which holds for whatever key comes */
export async function checkStripe(key: string, account: () => StripeAccount, mode: string | undefined): Promise<string[]> {
  if (!/^[sr]k_(test|live)_[A-Za-z0-9_]+$/.test(key) || key.startsWith('sk_test_standin_'))
    throw new WrongAnswer(
      'That is not a Stripe secret key.',
      'copy one from https://dashboard.stripe.com/apikeys; it begins with sk_ or rk_ (pk_ is the one that everyone may know).',
    );
  const kind = isLive({ STRIPE_SECRET_KEY: key }) ? 'live' : 'test';
  if ((mode === 'live' || mode === 'test') && mode !== kind)
    throw new WrongAnswer(`That is a ${kind} key, and STRIPE_MODE says ${mode}.`, `take a ${mode} key, or change STRIPE_MODE in .env.`);
  const stripe = account();
  const whose = await stripe.account();
  const missing = key.startsWith('rk_') ? await stripe.missingRights() : [];
  if (missing.length > 0)
    throw new WrongAnswer(
      `The key lacks rights that the site needs: ${missing.join('; ')}.`,
      'give it these at https://dashboard.stripe.com/apikeys and answer again.',
    );
  const said = `Stripe: ${whose?.name ?? 'an account that this restricted key may not name'}, ${kind} key${whose ? `, currency ${whose.currency}` : ''}.`;
  if (whose === undefined) return [said, 'Advice: whether this account may take payments is not known, because the key may not ask.'];
  if (whose.takesPayments) return [said];
  if (kind === 'live')
    throw new WrongAnswer(
      `The Stripe account ${whose.name} cannot take payments yet.`,
      'finish its activation at https://dashboard.stripe.com/account/onboarding and answer again.',
    );
  return [said, 'Advice: this account may not take real payments yet; activate it before you take its live key.'];
}

const NEEDED_SCOPES = ['mail.send', ...['read', 'create', 'update'].map((act) => `user.webhooks.event.settings.${act}`)];

export async function checkSendgrid(key: string, account: () => SendgridAccount): Promise<string[]> {
  if (!/^SG\.[\w-]+(\.[\w-]+)?$/.test(key))
    throw new WrongAnswer('That is not a SendGrid key.', 'make one at https://app.sendgrid.com/settings/api_keys; it begins with SG.');
  const sendgrid = account();
  const scopes = await sendgrid.scopes();
  const missing = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new WrongAnswer(
      `The key lacks rights that the site needs: ${missing.join(', ')}.`,
      'at https://app.sendgrid.com/settings/api_keys give it Mail Send, Event Notification and Sender Authentication, and answer again.',
    );
  const plan = await sendgrid.plan();
  const perDay = await sendgrid.mailsPerDay();
  return [
    `SendGrid: the key may send${plan ? `, plan ${plan}` : ''}${perDay === undefined ? '' : `, about ${perDay} emails a day`}.`,
    ...(perDay !== undefined && perDay < FEW_MAILS_A_DAY
      ? [`Warning: ${perDay} emails a day are too few for a sale: tickets wait until the next day. Take a plan of 1,000 a day or more.`]
      : []),
  ];
}

const rowText = ({ type, host, data }: DnsRow): string => `  ${type.toUpperCase()}  ${host}  ${data}`;

/**
 * @param siteDomain domain of the site whose own mail domain may be registered, so that SendGrid gives its rows; none where nothing may change
 * @throws WrongAnswer unless SendGrid sends mails of this address; with the DNS records that are missing, as it gives them
 */
export async function checkSender(sender: string, sendgrid: SendgridAccount, siteDomain: string | undefined): Promise<string[]> {
  checkEmail(sender);
  const email = emailKey(sender);
  const domain = email.split('@')[1] ?? '';
  const known = (await sendgrid.domains()).filter((row) => row.domain === domain);
  if (known.some(({ valid }) => valid)) return [`Emails come from ${sender}; ${domain} is verified.`];
  const single = (await sendgrid.senders()).find((row) => row.email === email);
  if (single?.verified)
    return [
      `Emails come from ${sender}, verified as a single sender.`,
      `Advice: verify the domain as well (${SENDER_PAGE}): more emails arrive.`,
    ];
  if (known.length === 0 && single)
    throw new WrongAnswer(
      `SendGrid sends nothing as ${sender}: the link in its email to this address has not been followed yet.`,
      'follow the link in that email and answer again.',
    );
  // A mistyped domain is not registered.
  const isOwn = siteDomain !== undefined && `.${siteDomain}`.endsWith(`.${domain}`);
  const rows = known.length > 0 ? known.flatMap((row) => row.rows) : isOwn ? await sendgrid.registerDomain(domain) : undefined;
  if (rows === undefined)
    throw new WrongAnswer(
      `SendGrid sends nothing as ${sender}: neither ${domain} nor this address is known there.`,
      `choose Authenticate Your Domain at ${SENDER_PAGE}, add the records it shows, and answer again.`,
    );
  throw new WrongAnswer(
    [`SendGrid has not found the records that verify ${domain}. Missing in DNS:`, ...rows.filter(({ valid }) => !valid).map(rowText)].join(
      '\n',
    ),
    `add them at your DNS provider, press Verify at ${SENDER_PAGE}, and answer again.`,
  );
}

export function checkGoogleClient(id: string): void {
  if (id !== '' && !/^[\w-]+\.apps\.googleusercontent\.com$/.test(id))
    throw new WrongAnswer(
      'That is not a Google client ID.',
      'it ends with .apps.googleusercontent.com; leave it empty to do without Google.',
    );
}
