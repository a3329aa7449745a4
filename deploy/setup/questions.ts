import { plainEmail, plainHost, plainSigns } from '@concert/contracts/core/as-typed';
import { emailKey } from '@concert/contracts/core/fields';
import type { ReadinessRow } from '@concert/contracts/core/readiness';
import type { Environment } from '../../dev/system/live-keys.ts';
import { originOf } from '../checks/about.ts';
import { check, green, red, type Check } from '../checks/check.ts';
import type { House } from '../checks/house.ts';
import { adminCheck, rowsMissing, senderCheck } from '../checks/emails.ts';
import { googleCheck } from '../checks/google.ts';
import { nameCheck } from '../checks/name.ts';
import { sendgridCheck } from '../checks/sendgrid.ts';
import { stripeCheck } from '../checks/stripe.ts';
import { lookAt } from '../checks/table.ts';
import type { Ask } from './terminal.ts';

/** What the set-up works on. */
export interface SetupContext {
  /** The text of .env as it stands. */
  readonly file: string;
  /** Answers that are given, by the name of the setting. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The setting that the domain goes to: containers take the name, `npm start` the whole address. */
  readonly domainSetting: 'DOMAIN' | 'PUBLIC_ORIGIN';
  readonly inContainers: boolean;
  /** Nobody is asked where nobody sits at a terminal. */
  readonly ask?: Ask | undefined;
  readonly say: (line: string) => void;
  readonly write: (text: string) => void;
  /** This house with other settings. */
  readonly house: (env: Environment) => House;
  /** Rows of the table beside which the set-up goes on. */
  readonly goOn?: readonly string[];
}

export interface Question {
  readonly setting: string;
  readonly text: string;
  readonly argument: string;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** As people write it, brought into the form of the setting. */
  readonly read?: (typed: string) => string;
  /** The row of the table that is about the answer. */
  readonly check: Check;
  /** What a person has to say a word for, since it changes something at a provider. @returns what to show */
  readonly register?: (answer: string, house: House) => Promise<string>;
}

/** A domain as a person types it, or as it stands in an address. */
const domainIn = (typed: string): string =>
  plainHost(
    plainSigns(typed)
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, ''),
  );

/** Has SendGrid make the mail domain of the site known, so that it tells its rows. A mistyped domain is not registered. */
async function registerSender(sender: string, { env, sendgrid }: House): Promise<string> {
  const domain = emailKey(sender).split('@')[1] ?? '';
  const account = sendgrid(env['SENDGRID_API_KEY'] ?? '');
  const known = (await account.domains()).find((one) => one.domain === domain);
  const isOwn = `.${URL.parse(originOf(env) ?? '')?.hostname}`.endsWith(`.${domain}`);
  const rows = known?.rows ?? (isOwn ? await account.registerDomain(domain) : undefined);
  return rows ? rowsMissing(domain, rows) : `Nothing was registered: ${domain} is not the domain of the site, or the key may not.`;
}

/** All questions in their order, as far as the answers before them lead. */
export function questionsOf(domainSetting: SetupContext['domainSetting'], env: Environment): Question[] {
  return [
    {
      setting: domainSetting,
      text: 'Domain of the site, such as concert.yourname.org',
      argument: 'domain',
      read: (typed) => (typed.trim() === '' ? '' : `${domainSetting === 'DOMAIN' ? '' : 'https://'}${domainIn(typed)}`),
      check: nameCheck,
    },
    { setting: 'ADMIN_EMAIL', text: 'Email address of the first admin', argument: 'admin', read: plainEmail, check: adminCheck },
    {
      setting: 'STRIPE_SECRET_KEY',
      text: 'Secret key of your Stripe account (sk_… or rk_…)',
      argument: 'stripe-key',
      isSecret: true,
      check: stripeCheck,
    },
    {
      setting: 'SENDGRID_API_KEY',
      text: 'Key of your SendGrid account (SG.…)',
      argument: 'sendgrid-key',
      isSecret: true,
      check: sendgridCheck,
    },
    {
      setting: 'MAIL_FROM',
      text: 'Sender of every email, an address that SendGrid has verified',
      argument: 'sender',
      read: plainEmail,
      check: senderCheck,
      register: registerSender,
    },
    {
      setting: 'GOOGLE_CLIENT_ID',
      text: 'Client ID of Google, to offer signing in with it; empty for none',
      argument: 'google-id',
      isOptional: true,
      check: googleCheck,
    },
    ...(env['GOOGLE_CLIENT_ID']
      ? [
          {
            setting: 'GOOGLE_CLIENT_SECRET',
            text: 'Client secret of Google',
            argument: 'google-secret',
            isSecret: true,
            check: googleCheck,
          },
        ]
      : []),
  ];
}

/** The row of what was not answered. */
export function answersCheck(domainSetting: SetupContext['domainSetting']): Check {
  return check('answers', ({ env }) => {
    const open = questionsOf(domainSetting, env).filter(({ setting, isOptional }) => !isOptional && !env[setting]);
    const [first] = open;
    if (!first) return green('Every question is answered.');
    const how = `Give it with --${first.argument}, as ${first.setting} in the environment, or answer at a terminal.`;
    return red(...open.map(({ setting }) => `${setting} is missing.`), how);
  });
}

/** A row as a person reads it at a terminal. */
export const told = ({ id, state, words }: ReadinessRow): string => `${state.padEnd(8)}${id}: ${words}`;

/** The rows that somebody names to go on beside them; none for any other words. */
export function namedRows(typed: string): string[] {
  const [, names] = /^go on\b(.*)$/i.exec(typed.trim()) ?? [];
  return names?.split(/[\s,]+/).filter(Boolean) ?? [];
}

/**
 * Given, or asked until it is not red; Enter keeps what stands. Where something is given, only what is missing is asked.
 * @param env the answers before it
 * @returns the answer, and the rows beside which it stands
 */
export async function answerTo(
  question: Question,
  { given, ask: askPerson, say, house, goOn = [] }: SetupContext,
  env: Environment,
): Promise<{ answer: string; goOn: readonly string[] }> {
  const { setting, text, isSecret = false, isOptional = false, read = (typed: string) => typed, check, register } = question;
  const kept = env[setting];
  const isPartial = Object.keys(given).some((name) => name !== 'STRIPE_MODE');
  // What is optional is asked once: an empty value says that it was.
  const isKept = kept !== undefined && (isOptional || (isPartial && kept !== ''));
  if (given[setting] !== undefined || !askPerson || isKept) return { answer: read(given[setting] ?? kept ?? ''), goOn };
  const hint = !kept ? '' : isSecret ? ' [Enter keeps the one that stands]' : ` [${kept}]`;
  let answer = '';
  for (;;) {
    const typed = await askPerson(`${text}${hint}: `, isSecret);
    if (namedRows(typed).includes(check.id) && answer !== '') return { answer, goOn: [...goOn, check.id] };
    if (register && typed.trim() === 'register' && answer !== '') {
      say(await register(answer, house(env)));
      continue;
    }
    answer = read(typed.trim() || kept || '');
    if (answer === '' && !isOptional) continue;
    const row = answer === '' ? undefined : await lookAt(check, house({ ...env, [setting]: answer }));
    if (row) say(told(row));
    if (row?.state !== 'red' || goOn.includes(row.id)) return { answer, goOn };
    if (register) say('To have SendGrid make the domain known and tell its records, type: register');
  }
}
