import { plainEmail } from '@concert/contracts/core/as-typed';
import type { Failure } from '@concert/machine-kit/failure';
import { checkDomain, checkEmail, checkGoogleClient, checkSender, checkSendgrid, checkStripe, domainIn } from './checks.ts';
import { checkGoogle } from './google-client.ts';
import type { SendgridAccount } from './sendgrid-account.ts';
import type { StripeAccount } from './stripe-account.ts';
import type { Ask } from './terminal.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** What the set-up works on. */
export interface SetupContext {
  /** The text of .env as it stands. */
  readonly file: string;
  /** Answers that are given, by the name of the setting. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The setting that the domain goes to: containers take the name, `npm start` the whole address. */
  readonly domainSetting: 'DOMAIN' | 'PUBLIC_ORIGIN';
  /** Nobody is asked where nobody sits at a terminal. */
  readonly ask?: Ask | undefined;
  readonly say: (line: string) => void;
  readonly write: (text: string) => void;
  readonly stripe: (key: string) => StripeAccount;
  readonly sendgrid: (key: string) => SendgridAccount;
  /** Google, or another OpenID provider. */
  readonly googleIssuer: string;
  /** @returns an address of the host. @throws Error when it has none */
  readonly lookUp: (host: string) => Promise<string>;
}

export interface Question {
  readonly setting: string;
  readonly text: string;
  readonly argument: string;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** @throws WrongAnswer when it cannot be right. @returns lines to show */
  readonly check: (answer: string) => Promise<string[]> | void;
}

export interface Answers {
  readonly domain: string;
  readonly origin: string;
  readonly admin: string;
  readonly stripeKey: string;
  readonly sendgridKey: string;
  readonly sender: string;
  readonly googleId: string;
  readonly googleSecret: string;
}

/**
 * All questions in their order.
 * @param settle brings one to its answer
 * @param isCheck nothing may change, at a provider neither
 */
export async function ask(
  { domainSetting, lookUp, stripe, sendgrid, googleIssuer, given }: SetupContext,
  standing: Readonly<Record<string, string | undefined>>,
  settle: (question: Question) => Promise<string>,
  isCheck = false,
): Promise<Answers> {
  const domain = domainIn(
    await settle({
      setting: domainSetting,
      text: 'Domain of the site, such as concert.yourname.org',
      argument: '--domain',
      check: (answer) => checkDomain(domainIn(answer), lookUp),
    }),
  );
  const origin = `https://${domain}`;
  const admin = plainEmail(
    await settle({
      setting: 'ADMIN_EMAIL',
      text: 'Email address of the first admin',
      argument: '--admin',
      check: checkEmail,
    }),
  );
  const stripeKey = await settle({
    setting: 'STRIPE_SECRET_KEY',
    text: 'Secret key of your Stripe account (sk_… or rk_…)',
    argument: '--stripe-key',
    isSecret: true,
    check: (answer) => checkStripe(answer, () => stripe(answer), given['STRIPE_MODE'] ?? standing['STRIPE_MODE']),
  });
  const sendgridKey = await settle({
    setting: 'SENDGRID_API_KEY',
    text: 'Key of your SendGrid account (SG.…)',
    argument: '--sendgrid-key',
    isSecret: true,
    check: (answer) => checkSendgrid(answer, () => sendgrid(answer)),
  });
  const sender = plainEmail(
    await settle({
      setting: 'MAIL_FROM',
      text: 'Sender of every email, an address that SendGrid has verified',
      argument: '--sender',
      check: (answer) => (sendgridKey ? checkSender(answer, sendgrid(sendgridKey), isCheck ? undefined : domain) : checkEmail(answer)),
    }),
  );
  const returnTo = `${origin}/api/auth/google/callback`;
  const googleId = await settle({
    setting: 'GOOGLE_CLIENT_ID',
    text: `Client ID of Google, to offer signing in with it (return address ${returnTo}); empty for none`,
    argument: '--google-id',
    isOptional: true,
    check: checkGoogleClient,
  });
  const googleSecret = !googleId
    ? ''
    : await settle({
        setting: 'GOOGLE_CLIENT_SECRET',
        text: 'Client secret of Google',
        argument: '--google-secret',
        isSecret: true,
        check: (secret) => checkGoogle({ id: googleId, secret, returnTo }, googleIssuer),
      });
  return { domain, origin, admin, stripeKey, sendgridKey, sender, googleId, googleSecret };
}

export const missing = ({ setting, argument }: Question): Failure =>
  new WrongAnswer(`${setting} is missing.`, `give it with ${argument}, as ${setting} in the environment, or answer at a terminal.`);

/** Given, or asked until it can be right; Enter keeps what stands. Where something is given, only what is missing is asked. */
export async function answerTo(
  question: Question,
  { given, ask: askPerson, say }: SetupContext,
  standing: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { setting, text, isSecret = false, isOptional = false, check } = question;
  const kept = standing[setting];
  const isPartial = Object.keys(given).some((name) => name !== 'STRIPE_MODE');
  // What is optional is asked once: an empty value says that it was.
  const isKept = kept !== undefined && (isOptional || (isPartial && kept !== ''));
  if (given[setting] !== undefined || !askPerson || isKept) {
    const answer = given[setting] ?? kept ?? '';
    if (answer === '' && !isOptional) throw missing(question);
    for (const line of (await check(answer)) ?? []) say(line);
    return answer;
  }
  const hint = !kept ? '' : isSecret ? ' [Enter keeps the one that stands]' : ` [${kept}]`;
  for (;;) {
    const answer = (await askPerson(`${text}${hint}: `, isSecret)).trim() || kept || '';
    try {
      for (const line of (await check(answer)) ?? []) say(line);
      return answer;
    } catch (error) {
      if (!(error instanceof WrongAnswer)) throw error;
      say(`${error.message}\n  Next: ${error.next}`);
    }
  }
}
