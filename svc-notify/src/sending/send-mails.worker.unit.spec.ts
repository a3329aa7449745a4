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
  readonly givenBack: string[] = [];
  waiting: string[] = [];
  looks = 0;
  private readonly ends = new Map<string, () => void>();

  claim(most: number): Promise<readonly Claim[]> {
    this.looks += 1;
    return Promise.resolve(this.waiting.splice(0, most).map(claimOf));
  }

  offer(most: number) {
    return { most, token: 'token', until: NOW };
  }

  attempt({ mail }: Claim): Promise<void> {
    this.begun.push(mail.id);
    return new Promise((resolve) => this.ends.set(mail.id, resolve));
  }

  giveBack({ mail }: Claim): Promise<void> {
    this.givenBack.push(mail.id);
    return Promise.resolve();
  }

  end(...ids: string[]): void {
    for (const id of ids) this.ends.get(id)!();
  }
}

let sending: Sending;
let signal: NewMailSignal;
let worker: SendMailsWorker;

const offered = (most: number | undefined) => until(`${most} new emails would be sent at once`, () => signal.offer()?.most, most);

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

describe('B2-564 a new mail', () => {
  it('is sent at once while there is room, and is not looked for', async () => {
    expect(signal.offer()).toBeUndefined();
    worker.onApplicationBootstrap();
    await offered(2);
    const { looks } = sending;
    signal.handOver(claimOf('a'));
    expect([sending.begun, signal.offer()?.most]).toEqual([['a'], 1]);
    signal.handOver(claimOf('b'));
    expect(signal.offer()).toBeUndefined();
    sending.end('a');
    await offered(1);
    expect(sending.looks).toBe(looks);
  });

  it('overtakes none that has waited longer', async () => {
    sending.waiting = ['old 1', 'old 2', 'old 3'];
    worker.onApplicationBootstrap();
    await begun(2);
    sending.end('old 1');
    await begun(3);
    expect(signal.offer()).toBeUndefined();
    sending.end('old 2', 'old 3');
    await offered(2);
    // One that was stored by somebody else waits from here on.
    sending.waiting = ['stored elsewhere'];
    signal.raise();
    expect(signal.offer()).toBeUndefined();
    await offered(1);
    expect(sending.begun.at(-1)).toBe('stored elsewhere');
  });

  it('B8-521 that another process stored is taken by the next beat', async () => {
    worker.onApplicationBootstrap();
    await offered(2);
    sending.waiting = ['stored elsewhere'];
    await until('it has looked on its own beat', () => sending.begun, ofLength(1), { withinMs: 5_000 });
    expect(sending.looks).toBe(2);
  });

  it('that was claimed for a process that is stopping meanwhile is left to others', async () => {
    worker.onApplicationBootstrap();
    await offered(2);
    const stopped = worker.onModuleDestroy();
    expect(signal.offer()).toBeUndefined();
    signal.handOver(claimOf('late'));
    await stopped;
    expect([sending.begun, sending.givenBack]).toEqual([[], ['late']]);
  });
});
