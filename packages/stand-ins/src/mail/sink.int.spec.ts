import { createPublicKey, verify } from 'node:crypto';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@sendgrid/client';
import { type MailDataRequired, MailService } from '@sendgrid/mail';
import { createTransport } from 'nodemailer';
import { type MailSink, startMailSink } from './sink.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let sink: MailSink;
const closing: (() => void | Promise<void>)[] = [];

beforeEach(async () => {
  sink = await startMailSink({ smtpPort: 0 });
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

/** Takes reports of events; `answer` gives each its status. @returns where */
async function listen(answer: (payload: string, headers: IncomingHttpHeaders) => number): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((payload) => response.writeHead(answer(payload, request.headers)).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/events`;
}

function ticketMail(over: Partial<MailDataRequired> = {}): MailDataRequired {
  return {
    to: { email: 'anna@example.com', name: 'Anna' },
    from: { email: 'tickets@concert.example', name: 'Concert' },
    subject: 'Your tickets',
    text: 'Plain twin',
    html: '<p>Hello <b>Anna</b></p><img src="cid:qr-1" alt="code"><script>alert(1)</script>',
    customArgs: { mailId: 'ml_1' },
    attachments: [{ content: PIXEL, filename: 'qr-1.png', type: 'image/png', disposition: 'inline', content_id: 'qr-1' }],
    ...over,
  } as MailDataRequired;
}

it('B9-560 answers whoever comes by a foreign name nothing of what it keeps', async () => {
  const { port } = new URL(sink.url);
  const statusFor = (host: string) =>
    new Promise<number>((resolve, reject) =>
      get({ host: '127.0.0.1', port, path: '/_admin/mails', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      }).on('error', reject),
    );
  expect(await Promise.all([`rebound.example:${port}`, `localhost:${port}`].map(statusFor))).toEqual([421, 200]);
});

describe('events', () => {
  it('B8-561 are signed as SendGrid signs them', async () => {
    const taken: { payload: string; headers: Record<string, unknown> }[] = [];
    const url = await listen((payload, headers) => {
      taken.push({ payload, headers });
      return 200;
    });
    await sender().send(ticketMail());
    sink.setEventWebhook(url);
    expect(await sink.tell(sink.mails()[0]?.id ?? '', 'bounce')).toBe(true);
    const { payload, headers } = taken[0] ?? { payload: '', headers: {} };
    const key = createPublicKey({ key: Buffer.from(sink.eventPublicKey, 'base64'), format: 'der', type: 'spki' });
    const signature = Buffer.from(String(headers['x-twilio-email-event-webhook-signature']), 'base64');
    const signed = Buffer.from(String(headers['x-twilio-email-event-webhook-timestamp']) + payload);
    expect(verify('sha256', signed, key, signature)).toBe(true);
    expect(JSON.parse(payload)).toMatchObject([{ email: 'anna@example.com', event: 'bounce', mailId: 'ml_1' }]);
  });
});

it('B4-535 takes mails by SMTP into the same mailbox, in any encoding', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: sink.smtpPort!, secure: false });
  const line = 'svc-auth does not answer – a part of the site is down. '.repeat(4).trim();
  await transport.sendMail({ from: 'tickets@hall.test', to: 'us@hall.test, them@hall.test', subject: `Ü: ${line}`, text: line });
  transport.close();
  expect(sink.mails('us@hall.test')).toEqual([
    expect.objectContaining({
      from: { email: 'tickets@hall.test' },
      to: [{ email: 'us@hall.test' }, { email: 'them@hall.test' }],
      subject: `Ü: ${line}`,
      text: expect.stringContaining(line),
    }),
  ]);
});

it('B9-560 takes nothing from a page of the internet that speaks http to that port', async () => {
  const socket = connect(sink.smtpPort!, '127.0.0.1');
  socket.end(
    'POST / HTTP/1.1\r\nHost: elsewhere.test\r\n\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<us@hall.test>\r\nDATA\r\nSubject: x\r\n\r\nx\r\n.\r\n',
  );
  await text(socket);
  expect(sink.mails()).toEqual([]);
});
