import { isToCome } from '@concert/contracts/core/durations';
import { backoff } from '@concert/service-kit/process/backoff';

/*
 * Repeated attempts are throttled, and accounts are never locked: a lock would let a stranger shut the owner out. Where strangers failed too
 * often at an account, passwords are no longer taken from unknown places, and its owner gets in by a mailed link. An attempt counts when it
 * begins, so that many at once count as many; when its password turns out to be right, it is taken back.
 *
 * A place is a network: an IPv4 address or an IPv6 /64. The /48 around it is counted too, more loosely, because one customer may have all of
 * it, and a whole campus may as well.
 *
 * Whoever tries one stolen password at each of many accounts meets no pause of an account. So a network whose guesses nearly all fail waits
 * as a whole, for accounts that are not known there. Many honest people behind one address do not fail nearly always, and those who were
 * there before are known. Whoever mistypes and then proves who they are failed at nothing: their tries are all taken back.
 */

/** Attempts under one key: from one place on one account, from one place on any account, or from any place on one account. */
export interface Attempts {
  readonly count: number;
  /** No attempt is allowed under this key before this time. */
  readonly nextAt: Date;
  /** From then on these attempts no longer count. */
  readonly forgetAt: Date;
}

/** How attempts are throttled: each one after the `free` ones is followed by a pause, which doubles from two seconds up to the longest. */
export interface ThrottlePolicy {
  readonly free: number;
  readonly maxSeconds: number;
}

/** Attempts are forgotten this long after the last one, in seconds. */
export const FORGET_SECONDS = 900;
/** How long a place stays known to belong to an account, in seconds. */
export const KNOWN_PLACE_SECONDS = 90 * 86_400;

/** One place on one account: a person who mistypes, or somebody who guesses. */
const PERSON: ThrottlePolicy = { free: 5, maxSeconds: 300 };
/** The same while guesses come from many places, or at many accounts from this one: one attempt is free, which is all the owner needs. */
const PERSON_UNDER_ATTACK: ThrottlePolicy = { free: 1, maxSeconds: 300 };
/** One /48 on one account, from whichever of its 65,536 networks. */
export const SITE_POLICY: ThrottlePolicy = { free: 20, maxSeconds: 300 };
/** Attempts from one place, on all accounts, that count as guessing. */
export const GUESSING_ATTEMPTS = 50;
/** The same for a /48. */
export const SITE_GUESSING_ATTEMPTS = 4 * GUESSING_ATTEMPTS;
/** A network whose guesses nearly all fail, for all accounts that are not known there. */
export const STUFFING_POLICY: ThrottlePolicy = { free: 0, maxSeconds: 300 };
/** Which part of a network's guesses has to fail. A stolen list fails at 98 of 100 and more; people who mistype, at every fifth. */
const NEARLY_ALL = 0.8;
/** So many times as many failures in a day are too many, whatever else succeeds. */
const DAYS_SHARE = 4;
/** How old an account is whose sign-in speaks for its network, in seconds: one that was made for it does not. */
export const ESTABLISHED_SECONDS = 7 * 86_400;
/** How long a network's guesses are remembered after the last one, in seconds. */
export const STUFFING_FORGET_SECONDS = 6 * 3_600;
/** A longer pause of a network is no use to anybody honest: they are offered a mailed link instead, in seconds. */
export const MAX_NETWORK_PAUSE_SECONDS = 10;
/** Attempts on one account, from all places, that make it count as attacked. */
export const ATTACK_ATTEMPTS = 100;
/** Failures on one account in a day, from unknown places (NIST SP 800-63B-4 section 3.2.2: no more than 100). */
export const MAX_FAILURES_A_DAY = 100;
/** In seconds. */
export const DAY_SECONDS = 86_400;

/** Attempts that say how the next one is throttled. */
export interface AttemptCounts {
  readonly onAccount: number;
  readonly fromPlace: number;
  readonly fromSite: number;
}

/** A network's guesses at accounts that are not known there. */
export interface Guesses {
  /** Those that failed or have not ended, and those at accounts that are older than {@link ESTABLISHED_SECONDS}. */
  readonly tried: number;
  /** Those that failed or have not ended. */
  readonly failed: number;
  /** The same within a day. */
  readonly failedToday: number;
}

/**
 * Whether a network's guesses nearly all fail, or so many in a day that it does not matter how many others succeed: whoever guesses may have
 * accounts of their own to sign in to in between.
 * @param enough how many have to fail
 */
export function isStuffing({ tried, failed, failedToday }: Guesses, enough: number): boolean {
  return (failed >= enough && failed >= NEARLY_ALL * tried) || failedToday >= DAYS_SHARE * enough;
}

/** The policy for one place on one account. A place from which the owner signed in before keeps the gentle one. */
export function policyFor({ onAccount, fromPlace, fromSite }: AttemptCounts, known: boolean): ThrottlePolicy {
  return !known && (onAccount >= ATTACK_ATTEMPTS || fromPlace >= GUESSING_ATTEMPTS || fromSite >= SITE_GUESSING_ATTEMPTS)
    ? PERSON_UNDER_ATTACK
    : PERSON;
}

/** Counts one more attempt, or says how many seconds are left to wait. */
export function countAttempt(
  attempts: Attempts | undefined,
  policy: ThrottlePolicy,
  now: Date,
): { readonly attempts: Attempts } | { readonly waitSeconds: number } {
  const before = attempts && isToCome(attempts.forgetAt, FORGET_SECONDS * 1_000, now) ? attempts : undefined;
  if (before && before.nextAt > now) return { waitSeconds: Math.ceil((before.nextAt.getTime() - now.getTime()) / 1_000) };
  const count = (before?.count ?? 0) + 1;
  const over = count - policy.free;
  const pauseSeconds = over <= 0 ? 0 : backoff(over - 1, { firstMs: 2_000, maxMs: policy.maxSeconds * 1_000 }) / 1_000;
  return { attempts: { count, nextAt: secondsAfter(now, pauseSeconds), forgetAt: secondsAfter(now, FORGET_SECONDS) } };
}

/** A moment some seconds after another. */
export function secondsAfter(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1_000);
}
