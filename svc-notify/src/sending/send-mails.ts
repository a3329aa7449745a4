import { isToCome } from '@concert/contracts/core/durations';
import type { MessageRunId } from '@concert/contracts/core/ids';
import { mailGivenUpV1 } from '@concert/contracts/notify/events';
import { Batcher, NEVER_REFUSED } from '@concert/service-kit/store/batcher';
import type { Clock } from '@concert/service-kit/process/clock';
import { inContext } from '@concert/service-kit/process/context';
import { domainErrorIn, isUnavailable } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { Transactions } from '@concert/service-kit/store/mongo';
import type { Outbox, RecordedFact } from '@concert/service-kit/messages/outbox';
import type { Outcome } from '@concert/service-kit/store/outcome';
import { contextFrom, endSpan, startSpan, traceparentOf } from '@concert/service-kit/process/tracing';
import { acceptanceOf } from '../mails/acceptance.ts';
import type { MongoCorrectedAddresses } from '../mails/mongo-corrected-addresses.ts';
import { LetterImpossibleError, LetterUnwantedError, type Letter, type MailProvider } from '../letters/letter.ts';
import type { Letters } from '../letters/letters.ts';
import { acceptedMail, failedMail, type SendingFault, type Mail } from '../mails/mail.ts';
import type { MailMetrics } from '../mails/mail-metrics.ts';
import type { Claim, MongoMails } from '../mails/mongo-mails.ts';
import type { MongoMessageRuns } from '../messages/mongo-message-runs.ts';
import { atATime } from './at-a-time.ts';
import { SendingWindow } from './sending-window.ts';

/** Must be longer than one attempt can take: a call to a neighbour and a call to the provider, each with its timeout. */
const CLAIM_MS = 60_000;
const TOO_MANY = 429;
const MAX_QUIET_MS = 5 * 60_000;
/**
 * Letters asked for and written at a time. The answer of a neighbour waits until this thread has written those before it: with a hundred, a
 * call could time out on a busy machine, and its mail went out seconds to minutes later. Where the processor is short an answer takes 0.2 s:
 * with eight, no more than 40 mails a second were sent, half of what is sold then (`docs/load.md`).
 */
const WRITTEN_AT_A_TIME = 32;
/** Mails marked as accepted together. */
const MARKED_TOGETHER = 100;

interface Acceptance {
  readonly mail: Mail;
  readonly facts: readonly RecordedFact[];
}

/**
 * Sends mails that are due. Each mail is claimed first, so any number of processes may send. If a process dies after the provider
 * accepted a mail and before that was stored, the mail is sent again when its claim ends. So in doubt a mail is sent twice rather than
 * lost; both copies carry the same `mail_id`.
 */
export class SendMails {
  /** Until then the provider is not called, because it limited us. */
  private quietUntil = new Date(0);
  private readonly window = new SendingWindow();
  private readonly writing = atATime(WRITTEN_AT_A_TIME);
  /** Acceptances that arrive together are stored together. The outcome says whether each was known already. */
  private readonly acceptances = new Batcher<Acceptance, boolean>({
    // The window bounds how many wait.
    ...NEVER_REFUSED,
    most: MARKED_TOGETHER,
    commit: (accepted) => this.mark(accepted),
  });

  constructor(
    private readonly mails: MongoMails,
    private readonly runs: Pick<MongoMessageRuns, 'paused' | 'isPaused'>,
    private readonly addresses: MongoCorrectedAddresses,
    private readonly letters: Letters,
    private readonly provider: MailProvider,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: MailMetrics,
    private readonly random: { token(): string; fraction(): number },
  ) {}

  /** How many mails may be in progress now. */
  get mostUnderWay(): number {
    return this.window.size;
  }

  /** Claims the mails that have been due longest, at most `most`. */
  async claim(most: number): Promise<readonly Claim[]> {
    const now = this.clock.now();
    if (isToCome(this.quietUntil, MAX_QUIET_MS, now)) return [];
    return this.mails.claimDue(now, new Date(now.getTime() + CLAIM_MS), this.random.token(), most, await this.runs.paused());
  }

  /** Ends a claim of which nothing came. Never throws: a claim that could not be ended ends by itself. */
  private async giveBack(claim: Claim): Promise<void> {
    await this.mails
      .giveBack(claim)
      .catch((error: unknown) => this.log.warn('a claim of an email could not be ended early', fieldsOf(claim.mail), error));
  }

  /** Makes one attempt with a claimed mail and stores what came of it. Never throws. */
  async attempt(claim: Claim): Promise<void> {
    const { correlationId, factId, kind } = claim.mail;
    // A late attempt still belongs to the trace of the action that caused the mail.
    const span = startSpan(`send email ${kind}`, 'client', contextFrom(claim.mail.traceparent));
    let taken = false;
    await inContext(
      { correlationId, traceparent: traceparentOf(span), traceId: span.spanContext().traceId, causationId: factId },
      async () => {
        try {
          taken = await this.send(claim);
        } catch (error) {
          // The outcome could not be stored, so the mail is due again when its claim ends.
          this.log.error('the outcome of an email could not be stored', fieldsOf(claim.mail), error);
        }
      },
    );
    endSpan(span, !taken);
  }

  /** @returns whether the provider accepted it */
  private async send(claim: Claim): Promise<boolean> {
    const letter = await this.writing(() => this.write(claim.mail));
    if ('reason' in letter) return this.fail(claim, letter, 0);
    // Its run may have been paused since the claim: asked last of all, because writing takes long on a busy machine.
    const { runId } = claim.mail;
    if (runId && (await this.isHeld(runId))) {
      await this.giveBack(claim);
      return false;
    }
    const delivery = await this.provider.send(claim.mail.id, letter);
    if (delivery.outcome === 'refused') {
      if (delivery.status === TOO_MANY) this.beQuiet(delivery.retryAfterMs ?? 0);
      return this.fail(claim, delivery, delivery.status);
    }
    this.window.accepted();
    const mail = acceptedMail(claim.mail, delivery.messageId, this.clock.now());
    const facts = acceptanceOf(mail, this.clock.now(), this.outbox);
    const known = await this.acceptances.submit({ mail, facts });
    this.metrics.attempted(mail.kind, 'accepted');
    this.log.info(known ? 'an email was accepted that was known to be' : 'an email was accepted', fieldsOf(mail));
    return true;
  }

  /** Also where that cannot be read now: nothing was sent yet, so the mail is due again at once and not when its claim ends. */
  private async isHeld(runId: MessageRunId): Promise<boolean> {
    return this.runs.isPaused(runId).catch((error: unknown) => {
      if (isUnavailable(error)) return true;
      throw error;
    });
  }

  private mark(all: readonly Acceptance[]): Promise<Outcome<boolean>[]> {
    return this.transactions.run(async (session) => {
      const marked = await this.mails.markAccepted(
        all.map(({ mail }) => mail),
        session,
      );
      await this.outbox.record(
        session,
        all.filter(({ mail }) => marked.has(mail.id)).flatMap(({ facts }) => facts),
      );
      return all.map(({ mail }) => ({ ok: true, value: !marked.has(mail.id) }));
    });
  }

  private beQuiet(forMs: number): void {
    const now = this.clock.now();
    const until = new Date(now.getTime() + Math.min(forMs, MAX_QUIET_MS));
    // Mails in progress together are refused together: they count as one refusal.
    const isQuiet = isToCome(this.quietUntil, MAX_QUIET_MS, now);
    if (!isQuiet) this.window.limited();
    if (!isQuiet || until > this.quietUntil) this.quietUntil = until;
  }

  private async write(mail: Mail): Promise<Letter | SendingFault> {
    try {
      const letter = await this.letters[mail.kind](mail);
      const corrected = await this.addresses.of([mail.subjectId, ...mail.bookings, ...(mail.entries ?? [])]);
      return corrected === undefined ? letter : { ...letter, to: { ...letter.to, email: corrected } };
    } catch (error) {
      if (error instanceof LetterUnwantedError) return { reason: error.message, temporary: false, unwanted: true };
      if (error instanceof LetterImpossibleError) return { reason: error.message, temporary: false };
      const refusal = domainErrorIn(error);
      // Its link has ended or was used: whoever still wants in asks for another.
      if (refusal) return { reason: `refused: ${refusal.code}`, temporary: false, unwanted: refusal.code === 'auth.link_expired' };
      if (isUnavailable(error)) return { reason: 'what the email says cannot be asked for now', temporary: true };
      // A fault in our code. A new version may correct it before the mail is given up.
      this.log.error('an email could not be written', fieldsOf(mail), error);
      return { reason: 'the email could not be written', temporary: true };
    }
  }

  private async fail(claim: Claim, fault: SendingFault, providerStatus: number): Promise<false> {
    const mail = failedMail(claim.mail, fault, this.clock.now(), this.random.fraction());
    const fields = { ...fieldsOf(mail), reason: fault.reason, ...(providerStatus ? { providerStatus } : {}) };
    if (!(await this.noteFailure(claim, mail))) return false;
    this.metrics.attempted(mail.kind, mail.state === 'given_up' ? 'given_up' : 'later');
    if (fault.unwanted) this.log.info('an email is not wanted any more', fields);
    else if (mail.state === 'given_up') this.log.error('an email was given up', fields);
    else this.log.warn('an email is tried again later', fields);
    return false;
  }

  /** A mail that is given up is published as a fact, because a refund may wait for it. */
  private async noteFailure(claim: Claim, mail: Mail): Promise<boolean> {
    if (mail.state !== 'given_up') return this.mails.markFailed(claim, mail);
    return this.transactions.run(async (session) => {
      const noted = await this.mails.markFailed(claim, mail, session);
      if (noted)
        await this.outbox.record(session, [
          this.outbox.fact(mailGivenUpV1, mail.id, mail.attempts, {
            mailId: mail.id,
            kind: mail.kind,
            subjectId: mail.subjectId,
            givenUpAt: this.clock.now().toISOString(),
          }),
        ]);
      return noted;
    });
  }
}

function fieldsOf(mail: Mail) {
  return { mailId: mail.id, kind: mail.kind, attempt: mail.attempts };
}
