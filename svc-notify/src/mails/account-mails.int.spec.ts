import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountMailRequestedV1 } from '@concert/contracts/auth/events';
import { CALLER_HEADER } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import { IdentityVerifier } from '@concert/service-kit/identity';
import { migrate } from '@concert/service-kit/migrations';
import { startService, type RunningService } from '@concert/service-kit/service';
import { readSettings } from '@concert/service-kit/settings';
import { HEADER_TYPE } from '@concert/service-kit/topology';
import { FakeClock } from '@concert/test-kit/clock';
import { KeyRing } from '@concert/test-kit/keys';
import { openTestRoom } from '@concert/test-kit/servers';
import { until } from '@concert/test-kit/until';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import { startMailSink, type MailSink } from '../../../dev/stand-ins/mail/sink.ts';
import { notifyService } from '../app.module.ts';
import { notifyIndexes } from '../indexes.ts';
import { notifyMigrations } from '../migrations/migrations.ts';
import { notifySettings } from '../settings.ts';
import type { Mail } from './mail.ts';
import { MAILS_COLLECTION } from './mongo-mails.repository.ts';

const room = openTestRoom();
const keys = new KeyRing(['svc-auth', 'svc-notify']);
const verifier = new IdentityVerifier('svc-auth', JSON.parse(keys.settingsFor('svc-auth').IDENTITY_PUBLIC_KEYS) as Record<string, string>);
const clock = new FakeClock('2026-11-21T12:00:00.000Z');
const lines: string[] = [];
/** What svc-auth's internal route answers, by reference; an absent one no longer works, `away` is no answer at all. */
const answers = new Map<string, object>();
let away = false;
const callers: (string | undefined)[] = [];
let auth: Server;
let sink: MailSink;
let service: RunningService;
let database: Connection;
let broker: ChannelModel;
let channel: ConfirmChannel;

let made = 0;
function owed(kind: 'verification' | 'password-reset' | 'account-exists'): { mailRef: string; email: string; token: string } {
  made += 1;
  const [mailRef, token, email] = [`reference_number_${made}`, `secret-${randomUUID()}`, `Person.${made}@example.org`];
  answers.set(mailRef, {
    kind,
    email,
    name: '<b>Somebody</b>',
    url: kind === 'account-exists' ? 'http://localhost:8080/login' : `http://localhost:8080/login#verify=${token}`,
    expiresAt: '2026-11-22T12:00:00.000Z',
  });
  return { mailRef, email, token };
}

async function tell(mailRef: string, kind: string, times = 1): Promise<void> {
  const id = randomUUID();
  const userId = idFromBytes('user', new Uint8Array(13));
  const envelope = {
    specversion: '1.0',
    id,
    source: 'svc-auth',
    type: accountMailRequestedV1.type,
    subject: userId,
    time: clock.now().toISOString(),
    datacontenttype: 'application/json',
    aggregateversion: 1,
    correlationid: `journey-${id}`,
    data: { mailRef, userId, kind },
  };
  for (let count = 0; count < times; count += 1)
    channel.publish(room.exchange, accountMailRequestedV1.type, Buffer.from(JSON.stringify(envelope)), {
      messageId: id,
      persistent: true,
      headers: { [HEADER_TYPE]: accountMailRequestedV1.type },
    });
  await channel.waitForConfirms();
}

const stored = () => database.db!.collection<Omit<Mail, 'id'> & { _id: string }>(MAILS_COLLECTION);
const inState = (mailRef: string, state: string) =>
  until(
    `the mail is ${state}`,
    () => stored().findOne({ subjectId: mailRef }),
    (mail) => mail?.state === state,
    { withinMs: 20_000 },
  );
const received = (email: string) => sink.mails().filter(({ to }) => to[0]?.email === email);

beforeAll(async () => {
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
  await migrate(database, notifyMigrations, notifyIndexes, () => undefined);
  sink = await startMailSink();
  auth = createServer((request, response) => {
    void (async () => {
      callers.push(await verifier.caller(String(request.headers[CALLER_HEADER])));
      if (away) return response.destroy();
      const known = answers.get(/^\/internal\/account-mails\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? '');
      const problem = {
        type: 'urn:concert:problem:auth.link_expired',
        title: 'x',
        status: 410,
        detail: 'x',
        instance: '/',
        code: 'auth.link_expired',
        traceId: '',
      };
      response.writeHead(known ? 200 : 410, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? problem));
    })();
  });
  await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
  const settings = readSettings(notifySettings, {
    ...room.settings,
    ...keys.settingsFor('svc-notify'),
    SERVICE_PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    LOG_LEVEL: 'debug',
    SENDGRID_API_KEY: 'SG.test.key',
    SENDGRID_API_URL: sink.url,
    MAIL_FROM: 'info@concert.example',
    BOOKING_URL: 'http://127.0.0.1:9',
    PAYMENT_URL: 'http://127.0.0.1:9',
    CONTACT_EMAIL: 'organisers@concert.example',
    NOTIFY_LINK_KEY: 'k'.repeat(40),
    AUTH_URL: `http://127.0.0.1:${(auth.address() as AddressInfo).port}`,
  });
  service = await startService({ ...notifyService(settings), clock, logLines: { write: (line) => void lines.push(line) } });
  await until(
    'the service is ready',
    () => fetch(`${service.url}/health/ready`).then(({ status }) => status),
    (status) => status === 200,
    { withinMs: 20_000 },
  );
  broker = await connect(room.rabbitUrl);
  channel = await broker.createConfirmChannel();
});

afterAll(async () => {
  await service?.stop();
  await sink?.close();
  auth?.closeAllConnections();
  auth?.close();
  await broker?.close();
  await database?.close();
  await room.close();
});

describe('a mail about an account', () => {
  it.each([
    ['verification', 'Please verify your email'],
    ['password-reset', 'Choose a new password'],
    ['account-exists', 'You have an account already'],
  ] as const)('of %s reaches the address with its link, once, however often it is told', async (kind, subject) => {
    const { mailRef, email, token } = owed(kind);
    await tell(mailRef, kind, 5);
    const mail = await inState(mailRef, 'accepted');
    const [one, ...more] = received(email);
    expect([one!.subject, one!.to.map((to) => to.email), more]).toEqual([subject, [email], []]);
    for (const twin of [one!.html, one!.text])
      expect(twin).toContain(kind === 'account-exists' ? 'http://localhost:8080/login' : `http://localhost:8080/login#verify=${token}`);
    expect(`${one!.html}${one!.text}${one!.to[0]!.name ?? ''}`).not.toContain('Somebody</b>');
    expect(callers.at(-1)).toBe('svc-notify');
    // Neither address nor secret is kept, here or in what is told on.
    expect(JSON.stringify([mail, await database.db!.collection('outbox').find().toArray()])).not.toMatch(
      new RegExp(`${token}|example\\.org`),
    );
  });

  it('whose link was used or is over meanwhile is not sent', async () => {
    const { mailRef, email } = owed('verification');
    answers.delete(mailRef);
    await tell(mailRef, 'verification');
    expect(await inState(mailRef, 'given_up')).toMatchObject({ lastFault: 'refused: auth.link_expired' });
    expect(received(email)).toEqual([]);
  });

  it('is sent later when svc-auth was away', async () => {
    const { mailRef, email } = owed('password-reset');
    away = true;
    await tell(mailRef, 'password-reset');
    await until(
      'the attempt failed',
      () => stored().findOne({ subjectId: mailRef }),
      (mail) => mail?.lastFault === 'what the mail says cannot be asked for now',
      { withinMs: 20_000 },
    );
    away = false;
    clock.advance({ seconds: 40 });
    await inState(mailRef, 'accepted');
    expect(received(email)).toHaveLength(1);
  });

  it('is not in the log', () => {
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join('')).not.toMatch(/example\.org|secret-|login#/);
  });
});
