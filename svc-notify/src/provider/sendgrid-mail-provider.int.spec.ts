import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idFromBytes } from '@concert/contracts/core/ids';
import { faultsOf, mailsOf, sendBodySchema } from '@concert/stand-ins/mail/mail';
import { NAMES } from '@concert/test-kit/names';
import type { Letter } from '../letters/letter.ts';
import { SendgridMailProvider } from './sendgrid-mail-provider.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const id = idFromBytes('mail', new Uint8Array(17));
const letter: Letter = {
  to: { email: 'meera@example.org', name: 'Meera' },
  fromName: 'Concert',
  replyTo: 'info@concert.example',
  subject: 'Your tickets',
  text: 'plain {{name}}',
  html: '<p>html {{name}}</p>',
  pictures: [{ contentId: 'ticket-1', filename: 'ticket-1.png', png: new Uint8Array([1, 2, 3]) }],
};
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let bodies: string[] = [];
const provider = (apiUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`) =>
  new SendgridMailProvider({ apiKey: 'SG.a.b', apiUrl, from: 'tickets@concert.example', timeoutMs: 500 }, () => now);

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What the stand-in, which is as strict as the provider, says of a mail, and the heads as a mail program shows them. */
async function headsOf(over: Partial<Letter>) {
  bodies = [];
  answer = (_, response) => response.writeHead(202, { 'x-message-id': 'msg' }).end();
  await provider().send(id, { ...letter, ...over });
  const body = sendBodySchema.safeParse(JSON.parse(bodies[0]!));
  const [mail] = mailsOf(body.data!, 'msg', '');
  return { faults: faultsOf(body), to: mail!.to[0]!.name, from: mail!.from.name, subject: mail!.subject, body: body.data! };
}

describe('names and subjects', () => {
  it.each([
    'Friend, his wife, his dog and friends',
    'Fat Fingers;;',
    'Music: Meditation @ Riverside, "live"',
    '<b>Tom & "Jerry"</b>',
    'Anna "Annie" <b@c.example>',
    'O’Neill (née Müller) [VIP] \\o/',
    'மீரா, 李小龙; أحمد 👩‍👩‍👧',
    `${'🎻'.repeat(60)}, ${'é'.repeat(60)}`,
    'மீரா 李小龙 أحمد',
    ...NAMES,
  ])('B2-581 of a sender and a recipient are shown as they were typed, whatever signs they have: %j', async (name) => {
    const { faults, to, from, body } = await headsOf({ to: { email: 'meera@example.org', name }, fromName: name });
    expect([faults, to, from]).toEqual([[], name, name]);
    for (const word of (body.from.name ?? '').match(/=\?\S+/g) ?? []) expect(word.length).toBeLessThanOrEqual(75);
  });

  it.each([
    ['Eve\r\nBcc: all@example.org', 'Eve Bcc: all@example.org'],
    ['\u202eevE\u0000\u061c\u200b', 'evE'],
    ['=?utf-8?B?SGk=?=', '= ?utf-8?B?SGk= ?='],
    ['x'.repeat(5_000), 'x'.repeat(200)],
    ['🎻'.repeat(300), '🎻'.repeat(200)],
    ['\ud83c', '\ufffd'],
  ])('B2-572 of a mail are one line: %j', async (typed, sent) => {
    const { faults, to, from, subject } = await headsOf({ to: { email: 'a@example.org', name: typed }, fromName: typed, subject: typed });
    expect([faults, to, from, [...subject].slice(0, 200).join('')]).toEqual([[], sent, sent, sent]);
  });
});

describe('SendGrid', () => {
  it('is given the mail as it documents it, and its name for it is kept', async () => {
    bodies = [];
    let key: string | undefined;
    answer = (request, response) => {
      key = request.headers.authorization;
      response.writeHead(202, { 'x-message-id': 'msg-1' }).end();
    };
    expect(await provider().send(id, letter)).toEqual({ outcome: 'accepted', messageId: 'msg-1' });
    expect(key).toBe('Bearer SG.a.b');
    expect(JSON.parse(bodies[0]!)).toEqual({
      from: { email: 'tickets@concert.example', name: 'Concert' },
      reply_to: { email: 'info@concert.example' },
      subject: 'Your tickets',
      personalizations: [{ to: [{ email: 'meera@example.org', name: 'Meera' }] }],
      custom_args: { mail_id: id },
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' },
      content: [
        { type: 'text/plain', value: 'plain {{name}}' },
        { type: 'text/html', value: '<p>html {{name}}</p>' },
      ],
      attachments: [{ content: 'AQID', filename: 'ticket-1.png', type: 'image/png', disposition: 'inline', content_id: 'ticket-1' }],
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
        subscription_tracking: { enable: false },
      },
    });
  });

  it.each([301, 302, 307, 308])('that answers %i leads a mail nowhere else', async (status) => {
    bodies = [];
    answer = ({ url }, response) =>
      url === '/elsewhere' ? response.writeHead(202).end() : response.writeHead(status, { location: '/elsewhere' }).end();
    expect(await provider().send(id, letter)).toMatchObject({ outcome: 'refused', temporary: true });
    expect(bodies).toHaveLength(1);
  });

  it.each([
    [400, false],
    [401, true],
    [403, true],
    [404, true],
    [408, true],
    [413, false],
    [422, false],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
  ])('answering %i may change its mind: %s', async (status, temporary) => {
    answer = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":[{"message":"meera@example.org is no address"}]}');
    const delivery = await provider().send(id, letter);
    expect(delivery).toMatchObject({ outcome: 'refused', status, temporary });
    expect('refusesUs' in delivery).toBe(status === 401 || status === 403);
    expect(JSON.stringify(delivery)).not.toContain('meera');
  });

  it.each([
    [401, 'Maximum credits exceeded', 'the plan at the email provider is used up'],
    [401, 'The provided authorization grant is invalid, expired, or revoked', 'the email provider refuses our key'],
    [
      403,
      'The from address does not match a verified Sender Identity.',
      'the email provider refuses our sender, or our key has no right to send',
    ],
  ])('B4-538 answering %i (%s) says what somebody has to correct', async (status, message, reason) => {
    answer = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [{ message }] }));
    expect(await provider().send(id, letter)).toMatchObject({ reason, refusesUs: true, temporary: true });
  });

  it.each([
    [{ 'retry-after': '30' }, 30_000],
    [{ 'x-ratelimit-reset': String(now.getTime() / 1_000 + 12) }, 12_000],
    [{ 'retry-after': '999999' }, 3_600_000],
    [{ 'x-ratelimit-reset': '1' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('asking to wait by %j is waited for %s ms', async (headers, retryAfterMs) => {
    answer = (_, response) => response.writeHead(429, headers as Record<string, string>).end('{}');
    const delivery = await provider().send(id, letter);
    expect(delivery.outcome === 'refused' && delivery.retryAfterMs).toBe(retryAfterMs);
  });

  it('not answering, cutting the line or not being there may be different later', async () => {
    answer = () => undefined;
    const began = performance.now();
    expect(await provider().send(id, letter)).toMatchObject({
      outcome: 'refused',
      temporary: true,
      reason: 'the email provider does not answer',
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    answer = (request) => request.socket.destroy();
    expect(await provider().send(id, letter)).toMatchObject({ outcome: 'refused', temporary: true });
    expect(await provider('http://127.0.0.1:9').send(id, letter)).toMatchObject({ outcome: 'refused', temporary: true });
  });
});
