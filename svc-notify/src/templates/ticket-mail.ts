import { formatMoney } from '@concert/contracts/core/money';
import type { TicketBooking } from '../mails/ticket-bookings.ts';
import { escapeHtml, momentIn, oneLine } from './plain-words.ts';

/** `cid:` names of the pictures of a ticket mail. */
export const RINGS_CID = 'rings';
export const qrCid = (number: number) => `ticket-${number}`;

const SANS = "Figtree, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const DISPLAY = "Yrsa, Charter, Georgia, 'Times New Roman', serif";

/* Light values of the tokens stand in the elements, because many readers drop style sheets; dark ones come over them by class. */
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

/** Words of a ticket mail, once as HTML and once as plain text. */
export interface TicketMailWords {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes the ticket mail of a paid booking. Whatever came from a person is escaped; headers are single lines. */
export function ticketMail(booking: TicketBooking): TicketMailWords {
  const { concert, tickets } = booking;
  const title = oneLine(concert.title, 120);
  const name = oneLine(booking.name, 120);
  const when = momentIn(concert.startsAt, concert.timeZone);
  const count = tickets.length;
  const rows: readonly (readonly [string, string])[] = [
    ['Concert', title],
    ['When', when],
    ['Where', oneLine(concert.venue, 300)],
    ['Name', name],
    ['Seating', oneLine(booking.seating)],
    ['Tickets', String(count)],
    ['Amount', formatMoney(booking.amount)],
    ['Booking id', booking.bookingId],
  ];
  const phone = oneLine(concert.supportPhone, 40);
  const email = oneLine(concert.supportEmail, 254);
  const admits = count === 1 ? 'Your ticket admits one person.' : `Each of the ${count} tickets admits one person.`;
  return {
    subject: `Your tickets: ${title.toUpperCase()}`,
    html: page({ title, when, rows, name, admits, tickets, url: booking.ticketUrl, phone, email }),
    text: [
      `YOUR TICKETS: ${title.toUpperCase()}`,
      '',
      `Thank you, ${name}. Your seats are booked and paid.`,
      '',
      ...rows.map(([label, value]) => `${`${label}:`.padEnd(12)}${value}`),
      '',
      `Open your ${count === 1 ? 'ticket' : 'tickets'}, with the QR ${count === 1 ? 'code' : 'codes'} for the door:`,
      booking.ticketUrl,
      '',
      `${admits} Show the code at the door, on your phone or printed.`,
      'Whoever has this link has your tickets: please do not pass it on in public.',
      '',
      `Questions? Write to ${email} or call ${phone}.`,
      '',
    ].join('\n'),
  };
}

interface PageWords {
  readonly title: string;
  readonly when: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly name: string;
  readonly admits: string;
  readonly tickets: TicketBooking['tickets'];
  readonly url: string;
  readonly phone: string;
  readonly email: string;
}

function page({ title, when, rows, name, admits, tickets, url, phone, email }: PageWords): string {
  const e = escapeHtml;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${e(`Your tickets: ${title}`)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#faf6ee">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${e(when)}. ${e(admits)}&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
<table role="presentation" width="100%" class="ground" style="background-color:#faf6ee"><tr><td align="center" style="padding:0">
<table role="presentation" width="100%" style="max-width:600px">
<tr><td bgcolor="#12122a" style="background-color:#12122a;padding:0">
  <table role="presentation" width="100%">
  <tr><td class="edge" style="padding:28px 40px 0;font:600 12px/18px ${SANS};letter-spacing:0.2em;color:#f4ecdc">${e(title.toUpperCase())}</td></tr>
  <tr><td class="edge title" style="padding:44px 40px 0;font:450 46px/1.05 ${DISPLAY};letter-spacing:-0.01em;color:#f4ecdc" role="heading" aria-level="1">Your tickets</td></tr>
  <tr><td class="edge" style="padding:12px 40px 28px;font:400 17px/26px ${SANS};color:#d5cfd8">${e(when)}</td></tr>
  <tr><td style="padding:0;font-size:0;line-height:0"><img src="cid:${RINGS_CID}" width="600" height="150" alt="" style="display:block;width:100%;height:auto;border:0"></td></tr>
  </table>
</td></tr>
<tr><td class="edge" style="padding:36px 40px 0;font:400 17px/27px ${SANS};color:#1b1a2e;word-break:break-word"><span class="ink" style="color:#1b1a2e">Thank you, ${e(name)}. Your seats are booked and paid.</span></td></tr>
<tr><td class="edge" style="padding:24px 40px 0">
  <table role="presentation" width="100%" class="paper line" bgcolor="#fffdf8" style="background-color:#fffdf8;border:1px solid #d9cfbb;border-radius:14px"><tr><td style="padding:14px 24px">
    <table width="100%">${rows
      .map(
        ([label, value]) => `
    <tr><th scope="row" align="left" valign="top" width="108" class="label quiet" style="padding:7px 12px 7px 0;font:400 15px/23px ${SANS};color:#54506a;width:108px">${e(label)}</th><td valign="top" class="ink" style="padding:7px 0;font:${label === 'Amount' ? '600' : '400'} 15px/23px ${SANS};color:#1b1a2e;word-break:break-word">${e(value)}</td></tr>`,
      )
      .join('')}
    </table>
  </td></tr></table>
</td></tr>
<tr><td class="edge button" style="padding:28px 40px 0"><table role="presentation" width="100%"><tr><td style="padding:0"><a href="${e(url)}" class="act act-text" style="display:inline-block;background-color:#2d2a6e;border-radius:999px;padding:14px 30px;font:600 17px/22px ${SANS};color:#ffffff;text-decoration:none">Open your tickets</a></td></tr></table></td></tr>
<tr><td class="edge" style="padding:20px 40px 0;font:400 15px/24px ${SANS};color:#54506a"><span class="quiet" style="color:#54506a">${e(admits)} Show the code at the door, on your phone or printed. Whoever has this link has your tickets: please do not pass it on in public.</span></td></tr>
${tickets.map((ticket) => ticketCard(ticket.number, tickets.length)).join('\n')}
<tr><td class="edge" style="padding:36px 40px 48px"><table role="presentation" width="100%"><tr><td class="line quiet" style="border-top:1px solid #d9cfbb;padding:20px 0 0;font:400 15px/24px ${SANS};color:#54506a">Questions? Write to <a href="mailto:${e(encodeURIComponent(email).replace('%40', '@'))}" class="warm" style="color:#96500c">${e(email)}</a> or call <a href="tel:${e(phone.replace(/[^0-9+]/g, ''))}" class="warm" style="color:#96500c">${e(phone)}</a>.</td></tr></table></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function ticketCard(number: number, count: number): string {
  const name = `Ticket ${number} of ${count}`;
  return `<tr><td class="edge" style="padding:20px 40px 0">
  <table role="presentation" width="100%" class="paper line" bgcolor="#fffdf8" style="background-color:#fffdf8;border:1px solid #d9cfbb;border-radius:20px"><tr><td align="center" style="padding:22px 24px 24px">
    <div class="ink" style="font:450 24px/30px ${DISPLAY};color:#1b1a2e;padding-bottom:14px">${name}</div>
    <table role="presentation"><tr><td bgcolor="#ffffff" style="background-color:#ffffff;border-radius:10px;padding:6px"><img class="qr" src="cid:${qrCid(number)}" width="240" height="240" alt="QR code of ticket ${number}. If you cannot see it, open your tickets with the button above." style="display:block;width:240px;height:240px;border:0;font:400 14px/20px ${SANS};color:#1b1a2e"></td></tr></table>
  </td></tr></table>
</td></tr>`;
}
