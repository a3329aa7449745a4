import { emailKey } from '@concert/contracts/core/fields';
import { MINUTE_MS } from '@concert/contracts/core/durations';
import { SECURITY_EVENTS, type SecurityEvent } from '@concert/contracts/core/security-events';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Nobody honest causes these. */
const ALARMING: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>(['token_refused', 'cross_site_refused']);
/** Most lines of one event in a minute; whoever causes more than that shall not fill a disk, nor hide another event. */
export const MAX_LINES = 500;
/** Beyond that, the first line of each source in the minute, for so many sources of one event. */
export const MAX_SOURCES = 500;
const MAX_EMAIL_LENGTH = 320;

/** What is known of a request that can be part of an attack. */
export interface NotedRequest {
  /** Code of the problem that answered it; absent where it was let through. */
  readonly code?: string;
  readonly method: string;
  /** Pattern of the route, without values. */
  readonly route: string;
  /** Network address it came from. */
  readonly source: string | undefined;
  /** Whose request it is, where somebody is signed in. */
  readonly userId?: string | undefined;
  /** What was typed as the address of an account. */
  readonly email?: unknown;
}

/**
 * The trace that attacks leave (ASVS 5.0, 16.3): a line in the log and a count for each request that can be part of one. Addresses stand
 * there as pseudonyms, so that lines can be put together and name nobody.
 */
export class SecurityEvents {
  private minute = Number.NEGATIVE_INFINITY;
  /** Events counted in this minute. */
  private readonly told = new Map<SecurityEvent, { lines: number; readonly sources: Set<string> }>();

  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly pseudonyms: Pseudonyms,
    private readonly now: () => number = () => performance.now(),
  ) {
    // They start at zero: an alert could not see the first refusal of a counter that appears only with it.
    for (const event of SECURITY_EVENTS) metrics.securityEvents.inc({ event }, 0);
  }

  note(event: SecurityEvent, { code, method, route, source, userId, email }: NotedRequest): void {
    this.metrics.securityEvents.inc({ event });
    const sourceHash = source === undefined ? undefined : this.pseudonyms.ofSource(source);
    if (!this.hasLine(event, sourceHash)) return;
    const account = typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH ? this.pseudonyms.ofAccount(emailKey(email)) : undefined;
    this.log[ALARMING.has(event) ? 'warn' : 'info'](
      code ? 'a request was refused' : 'a request was let through that can be part of an attack',
      {
        event,
        outcome: code ? 'refused' : 'let_through',
        code,
        method,
        route,
        sourceHash,
        accountHash: account,
        userId,
      },
    );
  }

  private hasLine(event: SecurityEvent, source = ''): boolean {
    const now = this.now();
    if (now - this.minute >= MINUTE_MS) {
      this.minute = now;
      this.told.clear();
    }
    let told = this.told.get(event);
    if (!told) this.told.set(event, (told = { lines: 0, sources: new Set() }));
    const isNew = told.sources.size < MAX_SOURCES && !told.sources.has(source);
    if (isNew) told.sources.add(source);
    told.lines += 1;
    if (told.lines === MAX_LINES + 1)
      this.log.warn('more requests were refused than are told: of the rest of this minute, one for each source', { event });
    return told.lines <= MAX_LINES || isNew;
  }
}
