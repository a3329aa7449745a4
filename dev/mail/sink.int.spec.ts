import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@sendgrid/client';
import { MailService, type MailDataRequired } from '@sendgrid/mail';
import { until } from '@concert/test-kit/until';
import { newsFor, startMailSink, type MailSink } from './sink.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let sink: MailSink;
const closing: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  sink = await startMailSink();
});
afterEach(async () => {
  await sink.close();
  for (const close of closing.splice(0)) await close();
});

function sender(key = 'SG.test.key'): MailService {
  const client = new Client();
  client.setApiKey(key);
  client.setDefaultRequest('baseUrl', `${sink.url}/`);
  const mail = new MailService();
  mail.setClient(client);
  return mail;
}

function ticketMail(over: Partial<MailDataRequired> = {}): MailDataRequired {
  return {
    to: { email: 'anna@example.com', name: 'Anna' },
    from: { email: 'tickets@concert.example', name: 'Concert' },
    subject: 'Your tickets',
    text: 'Plain twin',
    html: '<p>Hello <b>Anna</b></p><img src="cid:qr-1" alt="code"><script>alert(1)</script>',
    categories: ['tickets'],
    customArgs: { mailId: 'ml_1' },
    attachments: [{ content: PIXEL, filename: 'qr-1.png', type: 'image/png', disposition: 'inline', content_id: 'qr-1' }],
    ...over,
  } as MailDataRequired;
}

describe('POST /v3/mail/send', () => {
  it('takes a mail and answers 202 with X-Message-Id', async () => {
    const [answer] = await sender().send(ticketMail());
    expect(answer.statusCode).toBe(202);
    const messageId = (answer.headers as Record<string, string>)['x-message-id'];
    expect(sink.mails('ANNA@')[0]).toMatchObject({
      messageId, subject: 'Your tickets', text: 'Plain twin', customArgs: { mailId: 'ml_1' }, categories: ['tickets'],
      to: [{ email: 'anna@example.com', name: 'Anna' }], attachments: [{ contentId: 'qr-1', disposition: 'inline' }],
    });
  });

  it('makes one mail of each personalization', async () => {
    await sender().sendMultiple(ticketMail({ to: ['a@example.com', 'b@example.com'] }));
    expect(sink.mails().map(({ to }) => to[0]?.email)).toEqual(['b@example.com', 'a@example.com']);
  });

  it('refuses a revoked key with 401', async () => {
    await expect(sender('SG.revoked').send(ticketMail())).rejects.toMatchObject({ code: 401 });
  });

  it.each([
    ['a bad recipient', { to: 'nobody' }, 'personalizations.0.to.0.email'],
    ['no subject', { subject: '' }, 'subject'],
    ['a bad sender', { from: 'nobody' }, 'from.email'],
    ['an attachment that is not base64', { attachments: [{ content: '%%%', filename: 'a' }] }, 'attachments.0.content'],
    ['an attachment field that is not one', { attachments: [{ content: PIXEL, filename: 'a', contentId: 'qr-1' }] }, 'attachments.0'],
    ['one recipient twice', { cc: 'Anna@example.com' }, 'personalizations.0'],
  ])('refuses %s with 400 naming the field', async (_what, over, field) => {
    const refused = (await sender().send(ticketMail(over as Partial<MailDataRequired>)).catch((error: unknown) => error)) as { code: number; response: { body: { errors: { field: string }[] } } };
    expect(refused.code).toBe(400);
    expect(refused.response.body.errors.map((error) => error.field)).toContain(field);
    expect(sink.mails()).toEqual([]);
  });

  it('fails, limits and cuts when told to', async () => {
    Object.assign(sink.faults, { failNext: 1 });
    await expect(sender().send(ticketMail())).rejects.toMatchObject({ code: 500 });
    Object.assign(sink.faults, { unavailableNext: 1 });
    await expect(sender().send(ticketMail())).rejects.toMatchObject({ code: 503 });
    await fetch(`${sink.url}/_admin/faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"tooManyNext":1}' });
    const limited = (await sender().send(ticketMail()).catch((error: unknown) => error)) as { code: number; response: { headers: Record<string, string> } };
    expect(limited.code).toBe(429);
    expect(limited.response.headers['x-ratelimit-reset']).toMatch(/^[0-9]+$/);
    expect(sink.mails()).toEqual([]);
    Object.assign(sink.faults, { cutNext: 1 });
    await expect(sender().send(ticketMail())).rejects.toBeDefined();
    expect(sink.mails()).toHaveLength(1);
  });
});

describe('the mailbox', () => {
  it('lists mails and finds them by recipient', async () => {
    await sender().send(ticketMail());
    await sender().send(ticketMail({ to: 'ben@example.com', subject: 'For <Ben>' }));
    const found = await (await fetch(`${sink.url}/?to=ben`)).text();
    expect(found).toContain('For &lt;Ben&gt;');
    expect(found).not.toContain('anna@example.com');
    const asked = (await (await fetch(`${sink.url}/_admin/mails?to=anna@example.com`)).json()) as unknown[];
    expect(asked).toHaveLength(1);
  });

  it('shows HTML in a sandboxed frame with its inline pictures, text and attachments beside it', async () => {
    await sender().send(ticketMail());
    const id = sink.mails()[0]?.id ?? '';
    const page = await (await fetch(`${sink.url}/mails/${id}`)).text();
    expect(page).toContain(`src="/mails/${id}/html" sandbox="`);
    expect(page).not.toContain('allow-scripts');
    expect(page).toContain('Plain twin');
    expect(page).toContain('qr-1.png');
    const frame = await fetch(`${sink.url}/mails/${id}/html`);
    expect(frame.headers.get('content-security-policy')).toContain('sandbox');
    expect(await frame.text()).toContain(`src="data:image/png;base64,${PIXEL}"`);
    const file = await fetch(`${sink.url}/mails/${id}/attachments/0`);
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(PIXEL);
  });

  it('keeps its mails over a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mail-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    await sink.close();
    sink = await startMailSink({ dataFile: join(folder, 'mail.jsonl') });
    await sender().send(ticketMail());
    const key = sink.eventPublicKey;
    await sink.close();
    sink = await startMailSink({ dataFile: join(folder, 'mail.jsonl') });
    expect(sink.mails('anna')).toHaveLength(1);
    expect(sink.eventPublicKey).toBe(key);
  });
});

describe('events', () => {
  it('B8-15 are signed as SendGrid signs them', async () => {
    const taken: { payload: string; headers: Record<string, unknown> }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        taken.push({ payload: Buffer.concat(chunks).toString(), headers: request.headers });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => { server.closeAllConnections(); server.close(() => resolve()); }));
    await sender().send(ticketMail());
    sink.setEventWebhook(`http://127.0.0.1:${(server.address() as { port: number }).port}/events`);
    expect(await sink.tell(sink.mails()[0]?.id ?? '', 'bounce')).toBe(true);
    const { payload, headers } = taken[0] ?? { payload: '', headers: {} };
    const key = createPublicKey({ key: Buffer.from(sink.eventPublicKey, 'base64'), format: 'der', type: 'spki' });
    const signature = Buffer.from(String(headers['x-twilio-email-event-webhook-signature']), 'base64');
    const signed = Buffer.from(String(headers['x-twilio-email-event-webhook-timestamp']) + payload);
    expect(verify('sha256', signed, key, signature)).toBe(true);
    expect(JSON.parse(payload)).toMatchObject([{ email: 'anna@example.com', event: 'bounce', mailId: 'ml_1' }]);
  });

  it('come by themselves, again until they are taken, signed with the key it was given', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const taken: { event: string; right: boolean }[] = [];
    let refusals = 2;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        refusals -= 1;
        if (refusals >= 0) return response.writeHead(503).end();
        const payload = Buffer.concat(chunks).toString();
        const signed = Buffer.from(String(request.headers['x-twilio-email-event-webhook-timestamp']) + payload);
        const signature = Buffer.from(String(request.headers['x-twilio-email-event-webhook-signature']), 'base64');
        taken.push({ event: (JSON.parse(payload) as { event: string }[])[0]!.event, right: verify('sha256', signed, publicKey, signature) });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => { server.closeAllConnections(); server.close(() => resolve()); }));
    await sink.close();
    sink = await startMailSink({
      eventWebhookUrl: `http://127.0.0.1:${(server.address() as { port: number }).port}/events`,
      eventKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      retryDelaysMs: [10, 10, 10],
    });
    await sender().send(ticketMail({ to: 'bounce@example.com' }));
    await until('both events were taken', () => taken.length, (count) => count === 2, { withinMs: 10_000 });
    expect(taken).toEqual([{ event: 'processed', right: true }, { event: 'bounce', right: true }]);
  });

  it.each([
    ['anna@example.org', ['processed', 'delivered']],
    ['bounce@example.org', ['processed', 'bounce']],
    ['Blocked@example.org', ['processed', 'blocked']],
    ['dropped+1@example.org', ['dropped']],
    ['deferred.anna@example.org', ['processed', 'deferred', 'delivered']],
    ['spam@example.org', ['processed', 'delivered', 'spamreport']],
    ['bouncer@example.org', ['processed', 'delivered']],
  ])('of a mail to %s are %j', (address, events) => {
    expect(newsFor(address)).toEqual(events);
  });
});
