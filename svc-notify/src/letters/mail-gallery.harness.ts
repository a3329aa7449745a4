import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { TimedMessage } from '@concert/contracts/notify/timed-messages';
import type { MailKind } from '../mails/mail.ts';
import { usualSettings, timedWordsOf } from '../messages/timed-message.ts';
import { letters, type LetterOverrides, type TypedTexts } from './letters.harness.ts';
import { qrPicture } from './qr-picture.ts';

/*
 * Every mail that exists, with words as people type them. `npm run pictures -- mails` runs this file with a folder, into which it writes each mail as a
 * page and as text.
 */

const SITE = 'https://concert.example';

const USUAL: LetterOverrides = {
  ...{ seating: 'Preferred Seating', venue: 'Riverside Concert Hall', address: '100 Riverside Drive', phone: '(555) 123-4567' },
  notes: {
    ...{ doorsText: '5 PM EST', intervalMinutes: 20, mapUrl: 'https://map.example/hall' },
    directions: 'Train to Riverside, then five minutes along the river. The last train back goes at 11:40 PM.',
    bring: 'A cushion, if you like to sit on the floor',
    stepFree: 'Level from the street; the side door opens for wheelchairs',
    hearingLoop: 'In rows 1 to 6',
  },
  rings: readFileSync(new URL('./rings.png', import.meta.url)),
  drawQr: qrPicture,
};

const TYPED: TypedTexts = {
  line: 'Meera Raghavan',
  title: 'Music for Meditation Concert',
  message: 'Good evening,\nis there a lift to the balcony, and may my mother bring her own cushion?\n\nMany thanks',
};

const NEWS: TypedTexts = {
  ...TYPED,
  message:
    'The storm has closed the hall. We play on **May 8 at 6 pm**, in the same hall and with the same musicians.\n\n- Your tickets stay good\n- The doors open at 5 pm\n\nWe look forward to you.',
};

const TOLD = {
  ...{ title: TYPED.title, startsAt: '2027-01-16T23:00:00.000Z', timeZone: 'America/New_York', lengthMinutes: 150, notes: {} },
  ...{ venue: { name: '', address: '' }, supportEmail: '', supportPhone: '' },
};
const ours = (message: TimedMessage) => timedWordsOf(message, usualSettings(message), TOLD, `${SITE}/`).words;
const REMINDS: TypedTexts = { ...TYPED, message: ours('day-before') };
const THANKS: TypedTexts = { ...TYPED, message: ours('morning-after') };

/** One mail of the gallery. */
interface Shown {
  /** What tells it from others of its kind. */
  readonly as?: string;
  readonly typed?: TypedTexts;
  readonly over?: LetterOverrides;
}

const others = [
  {
    ...{ bookingId: 'bk_2', state: 'requested' as const, amount: { amountMinor: 15_000, currency: 'USD' as const } },
    ...{ seating: 'General Seating', tickets: 6, refundUrl: `${SITE}/refund/2`, receiptUrl: `${SITE}/receipt/2` },
  },
];
const choice = {
  ...{ url: `${SITE}/choose?ref=bk_1&ref2=secret`, seating: 'Preferred Seating' as const, tickets: 4 },
  ...{ chooseUntil: '2027-02-01T04:59:00.000Z', silence: 'keep' as const },
};
const MOVED = { subject: 'The concert is on May 8' };
const ASKED: readonly Shown[] = [{ over: { subject: 'Is there a lift?' } }];
const USUAL_ONE: readonly Shown[] = [{}];

/** What is shown of each kind. A kind that is missing does not compile. */
export const GALLERY: Readonly<Record<MailKind, readonly Shown[]>> = {
  ticket: USUAL_ONE,
  'complimentary-ticket': USUAL_ONE,
  'complimentary-revoked': USUAL_ONE,
  invitation: USUAL_ONE,
  'invitation-reminder': USUAL_ONE,
  'payment-not-taken': USUAL_ONE,
  'choice-changed': [{}, { as: 'to confirm', over: { toConfirm: { giveBack: [1, 2], gifts: 2, chosenAt: '2027-01-20T12:00:00.000Z' } } }],
  'returning-changed': [{ over: { wordsOf: 'bk_1 1,2' } }, { as: 'kept', over: { wordsOf: 'bk_1 ' } }, { as: 'often' }],
  'waiting-joined': [{}, { as: 'wheelchair', over: { waiting: { seating: 'General Seating', before: 0, access: { companions: 1 } } } }],
  'waiting-offered': USUAL_ONE,
  'waiting-missed': USUAL_ONE,
  'refund-started': [
    {},
    { as: 'seats gone', over: { cause: 'seats are gone' } },
    { as: 'part', over: { cause: 'tickets given back', part: { tickets: [2, 3], left: [1] } } },
    { as: 'nothing chosen', over: { cause: 'nothing chosen' } },
  ],
  'refund-issued': [{ over: { state: 'succeeded', issuedAt: '2026-11-22T12:00:00.000Z' } }],
  cancellation: [{}, { as: 'two bookings', over: { others } }],
  'gift-receipt': [
    { as: 'all', over: { cause: 'gift', state: 'succeeded', issuedAt: '2026-11-22T12:00:00.000Z', part: { tickets: [1, 2], left: [] } } },
    { as: 'part', over: { cause: 'gift', state: 'succeeded', issuedAt: '2026-11-22T12:00:00.000Z', part: { tickets: [2], left: [1] } } },
  ],
  verification: USUAL_ONE,
  'password-reset': USUAL_ONE,
  'sign-in-code': [{}, { as: 'held', over: { url: `${SITE}/login?nav=rys#enter=secret` } }],
  'account-exists': USUAL_ONE,
  'password-changed': USUAL_ONE,
  'new-place': USUAL_ONE,
  'passkey-added': USUAL_ONE,
  'passkey-moved': USUAL_ONE,
  'passkeys-removed': USUAL_ONE,
  'approval-asked': USUAL_ONE,
  'big-action': [{ over: { act: { at: '2027-01-23T20:00:00.000Z', words: 'Ada Smith cancelled the concert. Reason: A storm' } } }],
  'approval-rule-changed': USUAL_ONE,
  'contact-received': ASKED,
  'contact-digest': ASKED,
  'contact-acknowledged': USUAL_ONE,
  'sender-test': USUAL_ONE,
  'organiser-news': [
    { as: 'dispute' },
    { as: 'fraud', over: { news: { kind: 'fraud', bookingId: idFromBytes('booking', new Uint8Array(17)), amountMinor: 5_000 } } },
    { as: 'money differs', over: { news: { kind: 'money-differs', open: 2 } } },
  ],
  message: [
    {
      as: 'reminder',
      typed: REMINDS,
      over: { subject: 'Tomorrow: Music for Meditation Concert', purpose: 'reminder', seating: 'General Seating' },
    },
    { as: 'thanks', typed: THANKS, over: { subject: 'Thank you: Music for Meditation Concert', purpose: 'thanks' } },
    { as: 'new date', typed: NEWS, over: { ...MOVED, purpose: 'new-date', choice } },
    { as: 'next-date list', typed: NEWS, over: { ...MOVED, listed: true } },
  ],
};

/** A mail as `npm run pictures -- mails` shows it. */
export interface ShownMail {
  readonly name: string;
  readonly subject: string;
  /** With its pictures in it. */
  readonly html: string;
  /** As a mail program shows it that loads no pictures. */
  readonly bare: string;
  readonly text: string;
}

/** Writes every mail. @throws as the writer of its kind does */
export async function galleryMails(): Promise<ShownMail[]> {
  const shown = Object.entries(GALLERY).flatMap(([kind, mails]) => mails.map((mail) => ({ kind: kind as MailKind, ...mail })));
  return Promise.all(
    shown.map(async ({ kind, as, typed = TYPED, over }) => {
      const { subject, html, text, pictures } = await letters(typed, { ...USUAL, ...over })(kind);
      const withPictures = pictures.reduce(
        (page, { contentId, png }) => page.replaceAll(`cid:${contentId}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
        html,
      );
      return { name: [kind, ...(as ? [as.replaceAll(' ', '-')] : [])].join('.'), subject, html: withPictures, bare: html, text };
    }),
  );
}

const folder = process.argv[2];
if (process.argv[1] === import.meta.filename && folder) {
  await mkdir(folder, { recursive: true });
  for (const { name, subject, html, bare, text } of await galleryMails()) {
    await writeFile(path.join(folder, `${name}.html`), html);
    await writeFile(path.join(folder, `${name}.bare.html`), bare);
    await writeFile(path.join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
  }
}
