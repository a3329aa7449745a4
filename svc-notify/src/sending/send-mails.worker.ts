import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Claim } from '../mails/mongo-mails.ts';
import type { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { SendMails } from './send-mails.ts';

const BEAT_MS = 1_000;

/** Sends mails while the process runs: new ones as they are stored, and on each beat what else is due. */
export class SendMailsWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private filling: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  /** The last look found fewer mails than there were places: what ends makes room for nobody. */
  private nothingWaits = false;

  constructor(
    private readonly sendMails: SendMails,
    private readonly log: Log,
    newMail: NewMailSignal,
  ) {
    newMail.connect(() => this.wake());
  }

  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Starts no further mails, and waits for those in progress. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.filling;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Looks for due mails at once. */
  wake(): void {
    this.nothingWaits = false;
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
        if (room <= 0) return;
        const claims = await this.sendMails.claim(room);
        for (const claim of claims) this.begin(claim);
        if (claims.length < room) {
          this.nothingWaits = true;
          return;
        }
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('looking for due emails failed', {}, error);
    }
  }

  private begin(claim: Claim): void {
    const attempt = this.sendMails.attempt(claim).finally(() => {
      this.underWay.delete(attempt);
      if (!this.nothingWaits) this.wake();
    });
    this.underWay.add(attempt);
  }
}
