import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { type MailSink, startMailSink } from './sink.ts';

let sink: MailSink;

beforeEach(async () => {
  sink = await startMailSink({ smtpPort: 0 });
});
afterEach(() => sink.close());

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
