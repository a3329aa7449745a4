import { dialledDigits } from '@concert/contracts/core/phone';
import { escapeHtml } from '@concert/contracts/core/html';
import { lineAsPlainText, type Block, type TextSpan } from './markup.ts';
import { oneLine } from './plain-words.ts';

/** Content id of the picture in every header. */
export const RINGS_CID = 'rings';
/** Content id of a ticket's QR code. @param at which booking of the mail it belongs to, from 0 */
export const qrCid = (number: number, at = 0) => (at === 0 ? `ticket-${number}` : `ticket-${at + 1}-${number}`);

export const SENDER_NAME = 'Music for Meditation Concert';

/** The text of a mail, as HTML and as plain text. */
export interface MailContent {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A sentence that ends in a link, shown under the button and less prominent. */
export interface QuietLink {
  readonly before: string;
  readonly label: string;
  readonly url: string;
}

/** The content of one mail. All of it is plain text and is escaped here, since it may come from a person. */
export interface MailPage {
  readonly subject: string;
  /** The line of small capitals above the heading: the site's own name, if nothing else is said. */
  readonly banner?: string;
  readonly heading: string;
  /** One line below the heading. */
  readonly lede?: string;
  /** Preview text, which mail programs show beside the subject. */
  readonly preview: string;
  readonly paragraphs: readonly string[];
  /** Words with marks, after the paragraphs. */
  readonly blocks?: readonly Block[];
  readonly rows?: readonly (readonly [label: string, value: string])[];
  /** The emphasised row. */
  readonly strongRow?: string;
  /** Text that a person typed, line by line. */
  readonly quote?: string;
  readonly button: { readonly label: string; readonly url: string };
  /** Further links, each on its own line under the button. */
  readonly moreLinks?: readonly { readonly label: string; readonly url: string }[];
  /** Notes under the button, one per line. */
  readonly notes?: readonly string[];
  /** Tickets whose codes the mail shows, first of all and right below the button: this is what its reader opens at the door. */
  readonly tickets?: readonly TicketOfMail[];
  readonly quietLink?: QuietLink;
  readonly help?: { readonly email: string; readonly phone: string };
}

export interface TicketOfMail {
  readonly contentId: string;
  readonly number: number;
  /** How many its booking had. */
  readonly of: number;
  /** What it is for, where it is not like any other. */
  readonly seat?: string;
  /** The characters of its code, which the door takes where the picture cannot be read. */
  readonly spoken: string;
}

const SANS = "Figtree, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MONO = 'ui-monospace, Menlo, Consolas, monospace';
const DISPLAY = "Yrsa, Charter, Georgia, 'Times New Roman', serif";

/* Light colours are inline, because many mail programs drop style sheets; dark ones override them by class. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
table { border-collapse: separate; border-spacing: 0; }
img { border: 0; display: block; }
@media (max-width: 480px) {
  .edge { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 38px !important; }
  .label { width: 84px !important; }
  .button a { display: block !important; text-align: center; }
}
@media (max-width: 360px) {
  .qr { width: 200px !important; height: 200px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background-color: #10101f !important; }
  .paper { background-color: #191930 !important; }
  .ink { color: #f2ebdd !important; }
  .quiet { color: #b6b0c4 !important; }
  .line { border-color: #34334f !important; }
  .act { background-color: #f0b35c !important; }
  .act-text { color: #1b1a2e !important; }
  .warm { color: #f0b35c !important; }
}
[data-ogsc] .ink { color: #f2ebdd !important; }
[data-ogsc] .quiet { color: #b6b0c4 !important; }
[data-ogsc] .warm { color: #f0b35c !important; }
`.trim();

/** Lays a mail out: night header, paper body, one button, and the same words as plain text. */
export function mailPage(page: MailPage): MailContent {
  return { subject: page.subject, html: htmlOf(page), text: textOf(page) };
}

/** Lays a mail about the concert out, with its title and whom to ask. @param page its subject is the heading, then the title, unless it says another */
export function concertMail(
  concert: { readonly title: string; readonly supportEmail: string; readonly supportPhone: string },
  page: Omit<MailPage, 'subject' | 'banner' | 'help'> & { readonly subject?: string },
): MailContent {
  const banner = oneLine(concert.title, 120);
  const help = { email: oneLine(concert.supportEmail, 254), phone: oneLine(concert.supportPhone, 40) };
  return mailPage({ subject: `${page.heading}: ${banner.toUpperCase()}`, ...page, banner, help });
}

function textOf(page: MailPage): string {
  const { lede, paragraphs, blocks = [], rows = [], quote, button, moreLinks = [], notes = [], tickets = [], quietLink, help } = page;
  const width = Math.max(0, ...rows.map(([label]) => label.length)) + 3;
  const act = [`${button.label}:`, button.url, ''];
  const body = [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...blocks.flatMap(({ kind, lines }) => [
      ...lines.map((line) => (kind === 'list' ? `- ${lineAsPlainText(line)}` : lineAsPlainText(line))),
      '',
    ]),
    ...(rows.length > 0 ? [...rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`), ''] : []),
    ...(quote === undefined ? [] : [...quote.split('\n').map((line) => `> ${line}`.trimEnd()), '']),
  ];
  return [
    page.heading.toUpperCase(),
    ...(lede === undefined ? [] : [lede]),
    '',
    ...(tickets.length > 0 ? [...act, ...tickets.map(ticketLine), '', ...body] : [...body, ...act]),
    ...moreLinks.flatMap(({ label, url }) => [`${label}:`, url, '']),
    ...notes.flatMap((note) => [note, '']),
    ...(quietLink ? [`${quietLink.before} ${quietLink.label}:`, quietLink.url, ''] : []),
    ...(help ? [`Questions? Write to ${help.email} or call ${help.phone}.`, ''] : []),
    page.banner ?? SENDER_NAME,
    '',
  ].join('\n');
}

const nameOf = ({ number, of }: TicketOfMail) => `Ticket ${number} of ${of}`;

const ticketLine = (ticket: TicketOfMail) => `${nameOf(ticket)}${ticket.seat === undefined ? '' : ` (${ticket.seat})`}: ${ticket.spoken}`;

const e = escapeHtml;

/** A row of the mail's one table. */
const cell = (inner: string, style: string) => `<tr><td class="edge" style="${style}">${inner}</td></tr>`;

const words = (text: string, top: number) =>
  cell(
    `<span class="ink" style="color:#1b1a2e">${e(text)}</span>`,
    `padding:${top}px 40px 0;font:400 17px/27px ${SANS};color:#1b1a2e;word-break:break-word`,
  );

const stretch = ({ text, bold, url }: TextSpan) => {
  if (url !== undefined) return `<a href="${e(url)}" class="warm" style="color:#96500c">${e(text)}</a>`;
  return bold ? `<strong>${e(text)}</strong>` : e(text);
};

const block = ({ kind, lines }: Block, top: number) => {
  const inner = lines.map((line) => line.map(stretch).join(''));
  const style = `padding:${top}px 40px 0;font:400 17px/27px ${SANS};color:#1b1a2e;word-break:break-word`;
  return kind === 'list'
    ? cell(
        `<ul class="ink" style="margin:0;padding:0 0 0 22px;color:#1b1a2e">${inner.map((line) => `<li>${line}</li>`).join('')}</ul>`,
        style,
      )
    : cell(`<span class="ink" style="color:#1b1a2e">${inner.join('<br>')}</span>`, style);
};

const card = (inner: string) =>
  `<table role="presentation" width="100%" class="paper line" bgcolor="#fffdf8" style="background-color:#fffdf8;border:1px solid #d9cfbb;border-radius:14px"><tr><td style="padding:14px 24px">${inner}</td></tr></table>`;

function headerRow({ banner = SENDER_NAME, heading, lede }: MailPage): string {
  return `<tr><td bgcolor="#12122a" style="background-color:#12122a;padding:0">
  <table role="presentation" width="100%">
  ${cell(e(banner.toUpperCase()), `padding:28px 40px 0;font:600 12px/18px ${SANS};letter-spacing:0.2em;color:#f4ecdc;word-break:break-word`)}
  <tr><td class="edge title" style="padding:44px 40px ${lede === undefined ? 28 : 0}px;font:450 46px/1.05 ${DISPLAY};letter-spacing:-0.01em;color:#f4ecdc;text-wrap:balance" role="heading" aria-level="1">${e(heading)}</td></tr>
  ${lede === undefined ? '' : cell(e(lede), `padding:12px 40px 28px;font:400 17px/26px ${SANS};color:#d5cfd8`)}
  <tr><td style="padding:0;font-size:0;line-height:0"><img src="cid:${RINGS_CID}" width="600" alt="" style="display:block;width:100%;height:auto;border:0"></td></tr>
  </table>
</td></tr>`;
}

function rowsCell(rows: NonNullable<MailPage['rows']>, strongRow: string | undefined): string {
  const lines = rows.map(
    ([label, value]) => `
    <tr><th scope="row" align="left" valign="top" width="108" class="label quiet" style="padding:7px 12px 7px 0;font:400 15px/23px ${SANS};color:#54506a;width:108px">${e(label)}</th><td valign="top" class="ink" style="padding:7px 0;font:${label === strongRow ? '600' : '400'} 15px/23px ${SANS};color:#1b1a2e;word-break:break-word">${e(value)}</td></tr>`,
  );
  return cell(
    card(`<table width="100%">${lines.join('')}
    </table>`),
    'padding:24px 40px 0',
  );
}

const quoteCell = (quote: string) =>
  cell(
    card(
      `<div class="ink" style="padding:8px 0;font:400 17px/27px ${SANS};color:#1b1a2e;word-break:break-word">${quote.split('\n').map(e).join('<br>')}</div>`,
    ),
    'padding:16px 40px 0',
  );

const buttonCell = ({ label, url }: MailPage['button']) =>
  `<tr><td class="edge button" style="padding:28px 40px 0"><table role="presentation" width="100%"><tr><td style="padding:0"><a href="${e(url)}" class="act act-text" style="display:inline-block;background-color:#2d2a6e;border-radius:999px;padding:14px 30px;font:600 17px/22px ${SANS};color:#ffffff;text-decoration:none">${e(label)}</a></td></tr></table></td></tr>`;

function linksCell(moreLinks: NonNullable<MailPage['moreLinks']>): string {
  return moreLinks.length === 0
    ? ''
    : cell(
        moreLinks.map(({ label, url }) => `<a href="${e(url)}" class="warm" style="color:#96500c">${e(label)}</a>`).join('<br>'),
        `padding:20px 40px 0;font:400 16px/32px ${SANS};word-break:break-word`,
      );
}

function footerCell({ quietLink, help }: MailPage): string {
  const footer = [
    ...(quietLink
      ? [`${e(quietLink.before)} <a href="${e(quietLink.url)}" class="warm" style="color:#96500c">${e(quietLink.label)}</a>.`]
      : []),
    ...(help
      ? [
          `Questions? Write to <a href="mailto:${e(encodeURIComponent(help.email).replace('%40', '@'))}" class="warm" style="color:#96500c">${e(help.email)}</a> or call <a href="tel:${e(dialledDigits(help.phone))}" class="warm" style="color:#96500c">${e(help.phone)}</a>.`,
        ]
      : []),
  ];
  return footer.length === 0
    ? cell('&nbsp;', 'padding:0 0 28px;font-size:0;line-height:20px')
    : cell(
        `<table role="presentation" width="100%"><tr><td class="line quiet" style="border-top:1px solid #d9cfbb;padding:20px 0 0;font:400 15px/24px ${SANS};color:#54506a">${footer.join('<br>')}</td></tr></table>`,
        'padding:36px 40px 48px',
      );
}

function htmlOf(page: MailPage): string {
  const { subject, preview, paragraphs, blocks = [], rows = [], strongRow, quote, button, moreLinks = [], notes = [], tickets = [] } = page;
  const act = buttonCell(button);
  const body = [
    ...paragraphs.map((paragraph, index) => words(paragraph, index === 0 ? 36 : 16)),
    ...blocks.map((one, index) => block(one, index === 0 && paragraphs.length === 0 ? 36 : 16)),
    ...(rows.length === 0 ? [] : [rowsCell(rows, strongRow)]),
    ...(quote === undefined ? [] : [quoteCell(quote)]),
  ];
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${e(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#faf6ee">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${e(preview)}&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
<table role="presentation" width="100%" class="ground" style="background-color:#faf6ee"><tr><td align="center" style="padding:0">
<table role="presentation" width="100%" style="max-width:600px">
${headerRow(page)}
${(tickets.length > 0 ? [act, ...tickets.map(ticketCard), ...body] : [...body, act]).join('\n')}
${linksCell(moreLinks)}
${notes.length === 0 ? '' : cell(`<span class="quiet" style="color:#54506a">${notes.map(e).join('<br>')}</span>`, `padding:20px 40px 0;font:400 15px/24px ${SANS};color:#54506a;word-break:break-word`)}
${footerCell(page)}
</table>
</td></tr></table>
</body>
</html>
`;
}

function ticketCard(ticket: TicketOfMail): string {
  const { contentId, number, seat, spoken } = ticket;
  const what =
    seat === undefined ? '' : `<div class="quiet" style="font:400 17px/24px ${SANS};color:#54506a;padding-bottom:14px">${e(seat)}</div>`;
  return `<tr><td class="edge" style="padding:20px 40px 0">
  <table role="presentation" width="100%" class="paper line" bgcolor="#fffdf8" style="background-color:#fffdf8;border:1px solid #d9cfbb;border-radius:20px"><tr><td align="center" style="padding:22px 24px 24px">
    <div class="ink" style="font:450 24px/30px ${DISPLAY};color:#1b1a2e;padding-bottom:${seat === undefined ? 14 : 2}px">${nameOf(ticket)}</div>${what}
    <table role="presentation"><tr><td bgcolor="#ffffff" style="background-color:#ffffff;border-radius:10px;padding:6px"><img class="qr" src="cid:${contentId}" width="240" height="240" alt="QR code of ticket ${number}. If you cannot see it, open your tickets with the button above." style="display:block;width:240px;height:240px;border:0;font:400 14px/20px ${SANS};color:#1b1a2e"></td></tr></table>
    <div class="ink" translate="no" style="font:600 16px/24px ${MONO};color:#1b1a2e;padding-top:14px">${e(spoken)}</div>
  </td></tr></table>
</td></tr>`;
}
