import { SIGN_IN_CODE_SECONDS } from '@concert/contracts/auth/account-rules';
import { HOUR_MS } from '@concert/contracts/core/durations';
import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import { networkOf, siteNetworkOf } from '@concert/service-kit/identity/network-of';
import type { Clock } from '@concert/service-kit/process/clock';
import { lifetimeSeconds } from '../links/link.ts';
import { TooManyAttemptsError, type LoginThrottle } from '../login-throttle/login-throttle.ts';
import type { Allowance, MongoAllowances, UsedUp } from './mongo-allowances.ts';

/** One grows back in the time that a code works: whoever has to wait has a mail that still works. */
const everyMs = SIGN_IN_CODE_SECONDS * 1_000;
/** Mails of one kind that one network may cause for one address; as many the owner, from a place where they signed in before. */
export const MAILS_PER_ADDRESS: Allowance = { burst: 5, everyMs };
/** The same for all strangers together, from as many networks as they have. */
export const STRANGERS_PER_ADDRESS: Allowance = { burst: 20, everyMs };
/** The same for a browser that asked before, and waits for the mail. */
const MORE_PER_BROWSER: Allowance = { burst: 3, everyMs };
/** How many times as many mails a whole /48 may request as one of its networks. */
const SITE_SHARE = 5;
/** How many hours' mails a network may request at one moment: a hall full of people may. */
const HOURS_AT_ONCE = 3;

/** An allowance that a mail takes from. */
interface Counted {
  readonly key: string;
  readonly allowance: Allowance;
  /** Whether what is counted was mailed to the same address. */
  readonly toAddress: boolean;
}

/** What can be requested for an address without being signed in. */
export type RequestKind = 'sign-up' | 'verification' | 'password-reset' | 'sign-in-code';

/** What somebody asks for. */
export interface MailRequest {
  readonly kind: RequestKind;
  readonly emailKey: string;
  readonly source: string;
  /** Of a sign-in code: the hash of the secret of the browser that asks. */
  readonly requestHash?: string;
}

/**
 * Bounds how many mails can be requested. It counts before anything is looked up, so the bound does not tell whether an address has an
 * account. What strangers ask for is counted apart from what the owner asks for at a known place, and a browser that asked before. Neighbours
 * count together only as long as what they asked for is not used: who uses it gives its place back.
 */
export class MailBudget {
  constructor(
    private readonly allowances: MongoAllowances,
    private readonly throttle: LoginThrottle,
    /** Makes a key that does not reveal what it was made of. */
    private readonly keyOf: (...parts: string[]) => string,
    private readonly mailsPerSource: number,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns what was taken, to be given back once the mail is used
   * @throws TooManyAttemptsError when there is none left for the address or the network
   */
  async spend(wish: MailRequest): Promise<string[]> {
    const { kind, emailKey, source, requestHash } = wish;
    const now = this.clock.now();
    if (await this.throttle.isKnown(emailKey, source)) {
      const ofOwner = this.keyOf('emails at a known place', kind, emailKey, networkOf(source));
      if (!(await this.allowances.take(ofOwner, MAILS_PER_ADDRESS, now))) return [ofOwner];
    }
    const ofBrowser = requestHash && this.keyOf('emails of a browser', kind, emailKey, requestHash);
    const networks = this.networksOf(source);
    if (ofBrowser && (await this.allowances.takeMore(ofBrowser, MORE_PER_BROWSER, now)))
      return [ofBrowser, ...(await this.takeAll(networks, wish, [ofBrowser]))];
    const taken = await this.takeAll([...this.ofStrangers(wish), ...networks], wish);
    if (ofBrowser) await this.allowances.take(ofBrowser, MORE_PER_BROWSER, now);
    return taken;
  }

  /** A mail was used: what it took is there again. */
  giveBack(taken: readonly string[]): Promise<void> {
    return this.allowances.giveBack(taken);
  }

  /** The owner signed in by a code, which ended all others: what strangers asked for counts no more, because it works no more. */
  forgetStrangers(kind: RequestKind, emailKey: string): Promise<void> {
    return this.allowances.forget(this.keyOf('emails to', kind, emailKey));
  }

  private ofStrangers({ kind, emailKey, source }: MailRequest): Counted[] {
    const all = { key: this.keyOf('emails to', kind, emailKey), allowance: STRANGERS_PER_ADDRESS, toAddress: true };
    if (source === UNKNOWN_ADDRESS) return [all];
    return [{ key: this.keyOf('emails to', kind, emailKey, siteNetworkOf(source)), allowance: MAILS_PER_ADDRESS, toAddress: true }, all];
  }

  /** Nobody is counted by an unknown address, which everybody may have. */
  private networksOf(source: string): Counted[] {
    if (source === UNKNOWN_ADDRESS) return [];
    const counted = (key: string, mails: number) => {
      return { key, allowance: { burst: HOURS_AT_ONCE * mails, everyMs: Math.ceil(HOUR_MS / mails) }, toAddress: false };
    };
    return [
      counted(this.keyOf('emails from', networkOf(source)), this.mailsPerSource),
      counted(this.keyOf('emails from site', siteNetworkOf(source)), this.mailsPerSource * SITE_SHARE),
    ];
  }

  /** Takes one of each, or none. @param before what was taken for the same mail already */
  private async takeAll(wanted: readonly Counted[], { kind }: MailRequest, before: readonly string[] = []): Promise<string[]> {
    const now = this.clock.now();
    const taken: string[] = [];
    for (const { key, allowance, toAddress } of wanted) {
      const usedUp = await this.allowances.take(key, allowance, now);
      if (usedUp) {
        await this.giveBack([...before, ...taken]);
        throw new TooManyAttemptsError(Math.ceil(usedUp.waitMs / 1_000), toAddress ? stillWorks(kind, usedUp, now) : '');
      }
      taken.push(key);
    }
    return taken;
  }
}

/** What somebody can do who gets no further mail now. */
function stillWorks(kind: RequestKind, { lastAt }: UsedUp, now: Date): string {
  const lifetime = lifetimeSeconds(kind === 'sign-up' ? 'verification' : kind);
  const minutes = Math.floor((lifetime * 1_000 - (now.getTime() - lastAt.getTime())) / 60_000);
  const what = kind === 'sign-in-code' ? 'its link anywhere, its code in the browser that asked for it' : 'its link';
  return `Unless it was used, the last email works for ${minutes < 1 ? 'less than a minute' : minutes === 1 ? 'one more minute' : `${minutes} more minutes`}: ${what}`;
}
