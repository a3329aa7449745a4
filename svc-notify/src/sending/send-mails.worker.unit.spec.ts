import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLog } from '@concert/service-kit/process/log';
import { ofLength, until } from '@concert/test-kit/until';
import { newMail } from '../mails/mail.ts';
import type { Claim } from '../mails/mongo-mails.ts';
import { NewMailSignal } from '../mails/new-mail-signal.ts';
import type { SendMails } from './send-mails.ts';
import { SendMailsWorker } from './send-mails.worker.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const claimOf = (id: string): Claim => ({
  mail: newMail({ id: id as never, kind: 'ticket', factId: id, subjectId: id, correlationId: id, traceparent: '' }, NOW),
  token: 'token',
});

/** Two mails at a time; each is in progress until the test ends it. */
class Sending {
  readonly mostUnderWay = 2;
  readonly begun: string[] = [];
  waiting: string[] = [];
  looks = 0;
  private readonly ends = new Map<string, () => void>();

  claim(most: number): Promise<readonly Claim[]> {
    this.looks += 1;
    return Promise.resolve(this.waiting.splice(0, most).map(claimOf));
  }

  attempt({ mail }: Claim): Promise<void> {
    this.begun.push(mail.id);
    return new Promise((resolve) => this.ends.set(mail.id, resolve));
  }

  end(...ids: string[]): void {
    for (const id of ids) this.ends.get(id)!();
  }
}

let sending: Sending;
let signal: NewMailSignal;
let worker: SendMailsWorker;

const begun = (count: number) => until(`${count} emails were begun`, () => sending.begun, ofLength(count));

beforeEach(() => {
  sending = new Sending();
  signal = new NewMailSignal();
  worker = new SendMailsWorker(sending as unknown as SendMails, createLog('svc-notify', 'silent'), signal);
});

afterEach(async () => {
  const stopped = worker.onModuleDestroy();
  sending.end(...sending.begun);
  await stopped;
});

const looked = (count: number) => until(`it has looked ${count} times`, () => sending.looks, count, { withinMs: 5_000 });

describe('B2-564 a new mail', () => {
  it('is begun as soon as its signal comes, and what ends is followed by no look while nothing waits', async () => {
    worker.onApplicationBootstrap();
    await looked(1);
    sending.waiting = ['a'];
    signal.raise();
    await begun(1);
    sending.end('a');
    // The next look is that of the beat.
    await looked(3);
    expect(sending.begun).toEqual(['a']);
  });

  it('waits for room behind those that have waited longer', async () => {
    sending.waiting = ['old 1', 'old 2', 'old 3'];
    worker.onApplicationBootstrap();
    await begun(2);
    sending.waiting.push('new');
    signal.raise();
    sending.end('old 1');
    await begun(3);
    sending.end('old 2');
    await begun(4);
    expect(sending.begun).toEqual(['old 1', 'old 2', 'old 3', 'new']);
  });

  it('B8-521 that another process stored is taken by the next beat', async () => {
    worker.onApplicationBootstrap();
    await looked(1);
    sending.waiting = ['stored elsewhere'];
    await until('it has looked on its own beat', () => sending.begun, ofLength(1), { withinMs: 5_000 });
    expect(sending.looks).toBe(2);
  });

  it('is left to others by a process that is stopping', async () => {
    worker.onApplicationBootstrap();
    await looked(1);
    const stopped = worker.onModuleDestroy();
    sending.waiting = ['late'];
    signal.raise();
    await stopped;
    expect([sending.begun, sending.looks]).toEqual([[], 1]);
  });
});
