import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@concert/machine-kit/failure';
import { lockHolder } from '@concert/machine-kit/lock';
import { ROOT } from '@concert/machine-kit/rooms';
import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import { visit } from '@concert/stand-ins/oidc/visit';
import { readAddress, systemFilePaths, type SystemAddress } from '../system/address.ts';
import { USE_SYSTEM } from '../system/running-system.ts';
import type { Person } from './cast.ts';

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

/** The site as its people use it, and the stand-ins beside it. */
export interface Stage {
  readonly site: string;
  readonly system: SystemAddress;
  /** Signed in for the whole demo. */
  readonly organiser: SiteClient;
  readonly organiserEmail: string;
  /** Somebody who is not signed in. */
  readonly visitor: SiteClient;
}

/**
 * Finds the system that runs here, one that no real payment and no real mail leaves, and signs the sample organiser in.
 * @throws Failure when there is none, or when it sells no seats
 */
export async function enterStage(): Promise<Stage> {
  const dataFolder = path.resolve(ROOT, process.env[USE_SYSTEM] ?? '.data');
  const system = (await lockHolder(systemFilePaths(dataFolder).lock)) === undefined ? undefined : await readAddress(dataFolder);
  if (system === undefined)
    throw new Failure('No system runs here.', 'start one with npm start in another terminal, wait until it is ready, and run this again.');
  const { site, payments, mailbox, identity, accounts } = system;
  const real = Object.entries({ Stripe: payments, SendGrid: mailbox, Google: identity }).filter(([, standIn]) => standIn === undefined);
  if (real.length > 0)
    throw new Failure(
      `This system uses a real account of ${real.map(([name]) => name).join(' and ')}, and invented buyers have no place there.`,
      'start one without the keys of real accounts in its environment (docs/settings.md), so that the stand-ins are used.',
    );
  const account = accounts.find(({ role }) => role === 'organiser')!;
  const organiser = new SiteClient(site, { fetch: patientFetch });
  await organiser.signIn(account);
  const { state } = valueOf('The concert', await organiser.booking.showConcert());
  if (state !== 'open')
    throw new Failure(
      `Registration is not open: the concert is ${state}.`,
      `sign in as admin@example.org, open it at ${site}/concert-settings, and run this again.`,
    );
  return { site, system, organiser, organiserEmail: account.email, visitor: new SiteClient(site, { fetch: patientFetch }) };
}

/** Signs somebody in by way of Google, which makes an account at the first time. */
export async function signInByGoogle({ site }: Stage, { email, name, lastname }: Person): Promise<SiteClient> {
  const begun = await patientFetch(`${site}/api/auth/google`, { redirect: 'manual' });
  const back = await visit(begun.headers.get('location') ?? '', { email, name: `${name} ${lastname}` });
  const done = await patientFetch(back.href, { redirect: 'manual', headers: { cookie: cookiesOf(begun).join('; ') } });
  const [session] = cookiesOf(done);
  if (session === undefined) throw new Error(`Signing ${email} in by Google opened no session (${done.status}).`);
  return new SiteClient(site, { cookie: session, fetch: patientFetch });
}

/** The cookies an answer sets, without those it takes away. */
function cookiesOf(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='));
}
