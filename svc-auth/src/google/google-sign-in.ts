import type { GoogleFailure } from '@concert/contracts/auth/google-failures';
import { authRoutes } from '@concert/contracts/auth/http';
import type { Identity } from '@concert/contracts/core/identity';
import type { Clock } from '@concert/service-kit/process/clock';
import type { Log } from '@concert/service-kit/process/log';
import type { SecurityEvents } from '@concert/service-kit/identity/security-events';
import type { OpenedSession, OpenSession } from '../sessions/open-session.ts';
import { NEVER_PROVEN } from '../sessions/session.ts';
import type { Secrets } from '../secrets/secrets.codec.ts';
import type { EnterByGoogle } from './enter-by-google.ts';
import { FLOW_SECONDS, type GoogleFlowMode, GoogleError } from './google.ts';
import type { MongoFlows } from './mongo-flows.ts';
import type { OpenIdGoogle } from './openid-google.ts';

/** Where the browser goes next, and what it takes along. */
export interface NextStep {
  readonly address: string;
  /** Binds the flow to the browser; empty when the flow is over. */
  readonly flowSecret?: string;
  readonly opened?: OpenedSession;
}

/** What the browser came back with. */
export interface Callback {
  /** The query of the address, as it came. */
  readonly search: string;
  readonly state: string | undefined;
  readonly flowSecret: string | undefined;
  /** Where the browser comes from. */
  readonly source: string;
}

/** Failures of ours, or that somebody chose: no attack shows by them. */
const HARMLESS: ReadonlySet<GoogleFailure> = new Set<GoogleFailure>(['not_set_up', 'unavailable', 'denied']);

/** Google sign-in: sends the browser there, and receives it when it comes back. */
export class GoogleSignIn {
  constructor(
    private readonly google: OpenIdGoogle,
    private readonly flows: MongoFlows,
    private readonly enterByGoogle: EnterByGoogle,
    private readonly openSession: OpenSession,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly events: SecurityEvents,
  ) {}

  /** Somebody signs in. */
  start(mode: GoogleFlowMode): Promise<NextStep> {
    return this.send(mode);
  }

  /** The signed-in person proves anew who they are. Where nobody is signed in, there is nothing to prove anew. */
  async startAgain(mode: GoogleFlowMode, who: Identity | undefined): Promise<NextStep> {
    return who ? this.send(mode, who) : this.failed(mode, 'expired');
  }

  private async send(mode: GoogleFlowMode, confirms?: Identity): Promise<NextStep> {
    if (!this.google.isSetUp) return this.failed(mode, 'not_set_up');
    const handshake = this.google.newHandshake(confirms !== undefined);
    const flowSecret = this.secrets.next();
    let address: string;
    try {
      address = await this.google.addressFor(handshake, confirms?.email);
    } catch (error) {
      return this.failed(mode, reasonOf(error), error);
    }
    await this.flows.add({
      id: this.secrets.hash(handshake.state),
      browserHash: this.secrets.hash(flowSecret),
      nonce: handshake.nonce,
      codeVerifier: handshake.codeVerifier,
      mode,
      confirms: confirms?.userId ?? null,
      askedAt: handshake.askedAt,
      expiresAt: new Date(this.clock.now().getTime() + FLOW_SECONDS * 1_000),
    });
    return { address, flowSecret };
  }

  /**
   * A flow is finished once, in time, and by the browser that began it, so that nobody can be signed in as somebody else by an address they
   * are made to open.
   * @param before the session the browser came with
   */
  async finish({ search, state, flowSecret, source }: Callback, before: Identity | undefined): Promise<NextStep> {
    const flow = state && flowSecret ? await this.flows.take(this.secrets.hash(state), this.secrets.hash(flowSecret)) : undefined;
    if (!state || !flow) return this.refused(source, 'redirect', 'expired');
    if (flow.expiresAt <= this.clock.now()) return this.refused(source, flow.mode, 'expired');
    try {
      const person = await this.google.personBehind(search, { ...flow, state });
      // Google may have known the person without asking anything, so a sign-in by it is not fresh.
      const opened = flow.confirms
        ? await this.openSession.open(await this.enterByGoogle.same(person, flow.confirms), before)
        : await this.openSession.open(await this.enterByGoogle.enter(person), before, { signedInAt: NEVER_PROVEN, passkeyAt: null });
      return { address: `${pageAfter(flow.mode)}?google=${opened.awaits ? 'passkey' : 'done'}`, flowSecret: '', opened };
    } catch (error) {
      return this.refused(source, flow.mode, reasonOf(error), error);
    }
  }

  /** The answer is a redirect, so nobody else notes that a sign-in was refused. */
  private refused(source: string, mode: GoogleFlowMode, reason: GoogleFailure, error?: unknown): NextStep {
    const { method, path: route } = authRoutes.finishGoogle;
    if (!HARMLESS.has(reason)) this.events.note('sign_in_refused', { code: 'auth.google_refused', method, route, source });
    return this.failed(mode, reason, error);
  }

  private failed(mode: GoogleFlowMode, reason: GoogleFailure, error?: unknown): NextStep {
    this.log.info('a sign-in by Google was not finished', { outcome: reason });
    if (error !== undefined && reason !== 'denied') this.log.warn('Google did not confirm someone', { reason, provider: 'google' }, error);
    return { address: `${pageAfter(mode)}?google=failed&reason=${reason}`, flowSecret: '' };
  }
}

/** A popup ends at the login page, which tells its opener; the page itself ends at home, where every page's handler shows the result. */
function pageAfter(mode: GoogleFlowMode): '/login' | '/' {
  return mode === 'popup' ? '/login' : '/';
}

/** @throws anything that is no answer of Google's: a fault of our own, or of the database */
function reasonOf(error: unknown): GoogleFailure {
  if (error instanceof GoogleError) return error.reason;
  throw error;
}
