import { escapeHtml } from '../../../../contracts/core/html.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { htmlPage, PAGE_HEADERS } from '../page-style.ts';
import { htmlWithPictures, type Address } from './mail.ts';
import type { StoredMail, Mailbox } from './mailbox.ts';

const STRIP = '<p class="strip">Mailbox of the local email stand-in. Nothing leaves this machine.</p>';
/* The shown mail is in a frame without scripts, forms or our origin; its own pictures are part of the document. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; font-src data:; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Adds the pages on which a person reads the mail. */
export function addMailboxPages(app: FastifyInstance, mailbox: Mailbox): void {
  app.get<{ Querystring: { to?: string } }>('/', (request, reply) => {
    const to = typeof request.query.to === 'string' ? request.query.to : '';
    return reply.headers(PAGE_HEADERS).send(listPage(mailbox.list({ to }), to));
  });

  app.get<{ Params: { id: string } }>('/mails/:id', (request, reply) => {
    const kept = mailbox.get(request.params.id);
    if (!kept) return notFound(reply);
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; frame-src 'self'` })
      .send(mailPage(kept));
  });

  app.get<{ Params: { id: string } }>('/mails/:id/html', (request, reply) => {
    const kept = mailbox.get(request.params.id);
    if (!kept?.mail.html) return notFound(reply);
    const newTab = '<base target="_blank">';
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': FRAME_POLICY.replace("base-uri 'none'; ", '') })
      .send(`${newTab}${htmlWithPictures(kept.mail)}`);
  });

  app.get<{ Params: { id: string; index: string } }>('/mails/:id/attachments/:index', (request, reply) => {
    const attachment = mailbox.get(request.params.id)?.mail.attachments[Number(request.params.index)];
    if (!attachment) return notFound(reply);
    return reply
      .headers({
        'content-type': /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/i.test(attachment.type) ? attachment.type : 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
      })
      .send(Buffer.from(attachment.content, 'base64'));
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers(PAGE_HEADERS)
    .send(
      htmlPage(
        'No such email',
        `${STRIP}<main class="one"><section class="card"><h2>There is no such email</h2><p><a href="/">All emails</a></p></section></main>`,
      ),
    );
}

function addresses(list: readonly Address[]): string {
  return escapeHtml(list.map(({ email, name }) => (name ? `${name} <${email}>` : email)).join(', '));
}

function time(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function listPage(kept: readonly StoredMail[], to: string): string {
  const rows = kept
    .slice(0, 500)
    .map(
      ({ mail, events }) =>
        `<tr><td>${time(mail.receivedAt)}</td><td>${addresses(mail.to)}</td><td><a href="/mails/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject) || '(no subject)'}</a>${mail.attachments.length ? ` · ${mail.attachments.length} attached` : ''}</td><td>${escapeHtml(events.at(-1)?.event ?? 'accepted')}</td></tr>`,
    )
    .join('');
  const none = `<tr><td colspan="4">${to ? 'No email to such an address.' : 'No email yet.'}</td></tr>`;
  return htmlPage(
    'Mailbox',
    `${STRIP}<main class="wide"><section class="card"><h2>Mailbox</h2><p>Every email is delivered, unless its address begins with <code>bounce</code>, <code>blocked</code>, <code>dropped</code>, <code>deferred</code> or <code>spam</code>, as in <code>bounce@example.org</code>: then that becomes of it.</p><form method="get" class="field"><label for="to">Recipient</label><input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="part of an address, then Enter"></form>
<div class="scroll"><table><thead><tr><th>Received</th><th>To</th><th>Subject</th><th>State</th></tr></thead><tbody>${rows || none}</tbody></table></div></section></main>`,
  );
}

function mailPage({ mail, events }: StoredMail): string {
  const url = `/mails/${encodeURIComponent(mail.id)}`;
  const row = (name: string, value: string): string => (value ? `<tr><th scope="row">${name}</th><td>${value}</td></tr>` : '');
  const pairs = (record: Record<string, string>): string =>
    Object.entries(record)
      .map(([name, value]) => `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${escapeHtml(value)}</code></td></tr>`)
      .join('');
  const files = mail.attachments
    .map(
      (attachment, index) =>
        `<tr><td><a href="${url}/attachments/${index}">${escapeHtml(attachment.filename)}</a></td><td>${escapeHtml(attachment.type)}</td><td>${attachment.disposition === 'inline' ? `inline, <code>cid:${escapeHtml(attachment.contentId ?? '')}</code>` : 'attached'}</td><td class="n">${Buffer.byteLength(attachment.content, 'base64')} bytes</td></tr>`,
    )
    .join('');
  return htmlPage(
    mail.subject || 'Email',
    `${STRIP}<main class="wide"><section class="card"><p><a href="/">← All emails</a></p><h2>${escapeHtml(mail.subject) || '(no subject)'}</h2>
<table><tbody>${row('From', addresses([mail.from]))}${row('To', addresses(mail.to))}${row('Reply to', mail.replyTo ? addresses([mail.replyTo]) : '')}${row('Received', time(mail.receivedAt))}${row('Events', events.map(({ event, at }) => `${escapeHtml(event)} ${time(at)}`).join('<br>'))}</tbody></table></section>
${mail.html ? `<section class="card"><h2>HTML</h2><iframe title="The email as HTML" src="${url}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" style="width:100%;height:70vh;border:1px solid var(--line);border-radius:9px;background:#fff"></iframe></section>` : ''}
${mail.text ? `<section class="card"><h2>Plain text</h2><pre style="white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:14px/1.6 ui-monospace,Menlo,Consolas,monospace">${escapeHtml(mail.text)}</pre></section>` : ''}
${files ? `<section class="card"><h2>Attachments</h2><div class="scroll"><table><tbody>${files}</tbody></table></div></section>` : ''}
<section class="card"><h2>Headers and arguments</h2><div class="scroll"><table><tbody>${pairs({ 'X-Message-Id': mail.messageId, ...mail.headers, ...mail.customArgs })}</tbody></table></div></section></main>`,
  );
}
