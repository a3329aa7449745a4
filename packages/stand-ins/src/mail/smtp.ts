import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import type { Mail } from './mail.ts';

/** A running SMTP server. */
export interface SmtpEntrance {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Takes mails by SMTP, as the provider does beside its own protocol: Alertmanager speaks nothing else. Without encryption and passwords, so for
 * networks of one machine only.
 * @param take is given each mail before its sender gets an answer
 */
export async function startSmtp({ host, port }: { host: string; port: number }, take: (mail: Mail) => void): Promise<SmtpEntrance> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      read(stream, envelope.mailFrom, envelope.rcptTo).then(
        (mail) => {
          take(mail);
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A connection that is cut off is its sender's business.
  server.on('error', () => undefined);
  server.listen(port, host);
  await once(server.server, 'listening');
  const bound = server.server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(stream: Readable, sender: SMTPServerAddress | false, recipients: readonly SMTPServerAddress[]): Promise<Mail> {
  const { subject, text, html, headers } = await PostalMime.parse(await buffer(stream));
  const id = randomBytes(16).toString('base64url');
  return {
    id,
    messageId: id,
    receivedAt: new Date().toISOString(),
    from: { email: sender ? sender.address : '' },
    replyTo: null,
    to: recipients.map(({ address }) => ({ email: address })),
    subject: subject ?? '',
    text: text ?? null,
    html: html ?? null,
    attachments: [],
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    customArgs: {},
  };
}
