import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '@concert/service-kit/process/errors';
import type { Log } from '@concert/service-kit/process/log';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Claim } from '../mails/mongo-mails.ts';
import type { NewMailListener, NewMailSignal, SendingCapacity } from '../mails/new-mail-signal.ts';
import type { SendMails } from './send-mails.ts';

const BEAT_MS = 1_000;

/** Sends mails while the process runs: new ones as they are stored, and on each beat what else is due. */
export class SendMailsWorker implements OnApplicationBootstrap, OnModuleDestroy, NewMailListener {
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private filling: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  /** The last look found fewer mails than there were places, so that new ones overtake nobody. */
  private nothingWaits = false;

  constructor(
    private readonly sendMails: SendMails,
    private readonly log: Log,
    newMail: NewMailSignal,
  ) {
    newMail.connect(this);
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

  offer(): SendingCapacity | undefined {
    return this.stopped || !this.nothingWaits || this.room <= 0 ? undefined : this.sendMails.offer(this.room);
  }

  take(claim: Claim): void {
    if (this.stopped) this.track(this.sendMails.giveBack(claim));
    else this.begin(claim);
  }

  private get room(): number {
    return this.sendMails.mostUnderWay - this.underWay.size;
  }

  private async fill(): Promise<void> {
    try {
      while (!this.stopped) {
        // Mails that end in the same turn free their places together, so that one claim fills them.
        await nextTurn();
        const { room } = this;
        if (room <= 0) return;
        const claims = await this.sendMails.claim(room);
        for (const claim of claims) this.begin(claim);
        if (claims.length < room) {
          // Somebody may have stored a mail since the look.
          this.nothingWaits = !this.again;
          return;
        }
      }
    } catch (error) {
      if (!isUnavailable(error)) this.log.error('looking for due emails failed', {}, error);
    }
  }

  private begin(claim: Claim): void {
    this.track(
      this.sendMails.attempt(claim).finally(() => {
        if (!this.nothingWaits) this.wake();
      }),
    );
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
  }
}
