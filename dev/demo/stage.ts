import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@concert/machine-kit/failure';
import { until } from '@concert/test-kit/until';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import type { Mail } from '@concert/stand-ins/mail/mail';
import { visit } from '@concert/stand-ins/oidc/visit';
import type { SampleAccount } from '../system/sample-accounts.ts';
import type { LocalSystem } from './local-system.ts';
import type { Person } from './people.ts';

/** How long the demo waits for something that the site does by itself. */
export const DEMO_PATIENCE = { withinMs: 90_000, everyMs: 250 };
/** Longest wait that a refusal may ask for: limits are counted by the minute. */
const MAX_WAIT_SECONDS = 90;
const MAX_ATTEMPTS = 6;

/** Sends a request, and again when the site says that it is too busy and for how long. */
async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const later = (response.status === 429 || response.status === 503) && seconds <= MAX_WAIT_SECONDS;
    if (!later || attempt === MAX_ATTEMPTS) return response;
    await response.arrayBuffer();
    await pause(seconds * 1_000);
  }
}

/** The running system as the people of the demo use it: the site, and the stand-ins beside it. */
export class Stage {
  readonly site: string;
  readonly system: LocalSystem;
  /** Signed in for the whole demo. */
  readonly organiser: SiteClient;
  readonly organiserEmail: string;
  /** Somebody who is not signed in. */
  readonly visitor: SiteClient;

  private constructor(system: LocalSystem, organiser: SiteClient, account: SampleAccount) {
    this.site = system.site;
    this.system = system;
    this.organiser = organiser;
    this.organiserEmail = account.email;
    this.visitor = new SiteClient(system.site, { fetch: patientFetch });
  }

  /** Signs the sample organiser in and looks whether seats are sold. @throws Failure when they are not */
  static async enter(system: LocalSystem): Promise<Stage> {
    const organiser = new SiteClient(system.site, { fetch: patientFetch });
    const account = system.accounts.find(({ role }) => role === 'organiser')!;
    await organiser.signIn(account);
    const { state } = valueOf('The concert', await organiser.booking.showConcert());
    if (state !== 'open')
      throw new Failure(
        `Registration is not open: the concert is ${state}.`,
        `sign in as admin@example.org, open it at ${system.site}/concert-settings, and run this again.`,
      );
    return new Stage(system, organiser, account);
  }

  /** Signs somebody in by way of Google, which makes an account at the first time. */
  async signIn({ email, name, lastname }: Person): Promise<SiteClient> {
    const begun = await patientFetch(`${this.site}/api/auth/google`, { redirect: 'manual' });
    const back = await visit(begun.headers.get('location') ?? '', { email, name: `${name} ${lastname}` });
    const done = await patientFetch(back.href, { redirect: 'manual', headers: { cookie: cookiesOf(begun).join('; ') } });
    const [session] = cookiesOf(done);
    if (session === undefined) throw new Error(`Signing ${email} in by Google opened no session (${done.status}).`);
    return new SiteClient(this.site, { cookie: session, fetch: patientFetch });
  }

  /** Does something in the payment provider's dashboard. */
  async atProvider(path: `/_admin/${string}`, body: object): Promise<void> {
    const response = await fetch(`${this.system.payments}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The payment provider's ${path} answered ${response.status}: ${text}`);
  }

  /** The charge that paid for a booking, as the provider names it. */
  async chargeOf(bookingId: string): Promise<string> {
    const { sessions, charges } = (await this.#json(`${this.system.payments}/_admin/state`)) as {
      sessions: { client_reference_id: string | null; payment_intent: string | null }[];
      charges: { id: string; payment_intent: string; paid: boolean }[];
    };
    const intents = sessions.filter((session) => session.client_reference_id === bookingId).map((session) => session.payment_intent);
    const charge = charges.find(({ paid, payment_intent: intent }) => paid && intents.includes(intent));
    if (charge === undefined) throw new Error(`The payment provider has no charge for ${bookingId}.`);
    return charge.id;
  }

  /** What a link in the newest mails to an address carries. @returns undefined when none of them has such a link */
  async tokenInMail(address: string, link: string): Promise<string | undefined> {
    const mails = await until(
      `a mail comes to ${address}`,
      async () => (await this.#json(`${this.system.mailbox}/_admin/mails?to=${encodeURIComponent(address)}`)) as Mail[],
      ({ length }) => length > 0,
      DEMO_PATIENCE,
    );
    for (const { text } of mails) {
      const rest = text?.split(link)[1];
      if (rest !== undefined) return /^\S+/.exec(rest)?.[0];
    }
    return undefined;
  }

  async #json(url: string): Promise<unknown> {
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  }
}

/** The cookies an answer sets, without those it takes away. */
function cookiesOf(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='));
}
