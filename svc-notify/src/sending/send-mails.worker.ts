import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '@concert/service-kit/errors';
import type { Log } from '@concert/service-kit/log';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Claim } from '../mails/mails.repository.ts';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { SendMails } from './send-mails.ts';

const BEAT_MS = 1_000;

/** Sends mails while the process runs: on each beat, and at once when there is a new mail. */
export class SendMailsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private filling: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly sendMails: SendMails,
    private readonly log: Log,
    newMail: NewMailSignal,
  ) {
    newMail.onRaised(() => this.wake());
  }

  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Starts no further mails, and waits for those in progress. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.filling;
    await Promise.all(this.underWay);
  }

  /** Looks for due mails at once. */
  wake(): void {
    if (this.stopped) return;
    if (this.filling) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.filling = this.fill().finally(() => {
      this.filling = undefined;
      if (this.stopped) return;
      if (this.again) {
        this.again = false;
        this.wake();
      } else this.timer = setTimeout(() => this.wake(), BEAT_MS);
    });
  }

  private async fill(): Promise<void> {
    try {
      while (!this.stopped) {
        // Mails that end in the same turn free their places together, so that one claim fills them.
        await nextTurn();
        const room = this.sendMails.mostUnderWay - this.underWay.size;
        const claims = room > 0 ? await this.sendMails.claim(room) : [];
        if (claims.length === 0) return;
        for (const claim of claims) this.begin(claim);
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('looking for due mails failed', {}, error);
    }
  }

  private begin(claim: Claim): void {
    const work = this.sendMails.attempt(claim).finally(() => {
      this.underWay.delete(work);
      this.wake();
    });
    this.underWay.add(work);
  }
}
