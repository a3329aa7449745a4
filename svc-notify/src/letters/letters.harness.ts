import type { ChoiceMail } from '@concert/contracts/booking/choices';
import type { VisitorNotesView } from '@concert/contracts/booking/visitor-note-fields';
import type { WaitingMail } from '@concert/contracts/booking/waiting';
import type { ChoiceOffer } from '@concert/contracts/booking/audience';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { MessagePurpose } from '@concert/contracts/notify/message-runs';
import type { RefundMail } from '@concert/contracts/payment/refunds';
import { DomainError } from '@concert/service-kit/process/errors';
import type { MailKind } from '../mails/mail.ts';
import { newsTold, type OrganiserNews } from '../organiser-news/organiser-news.ts';
import type { Letter } from './letter.ts';
import { lettersOf } from './letters.ts';

/** Mails about accounts whose link carries a secret, and ends. */
const WITH_SECRET: readonly MailKind[] = ['verification', 'password-reset', 'sign-in-code'];

const DISPUTE: OrganiserNews = {
  ...{ kind: 'dispute', bookingId: idFromBytes('booking', new Uint8Array(17)), amountMinor: 5_000 },
  ...{ reason: 'fraudulent', answerBy: '2026-12-02T04:59:59.000Z' },
};

const ORGANISER = idFromBytes('user', new Uint8Array(17));

const HELD = [{ seating: 'General Seating', notickets: 2, amount: 5_000, holdEndsAt: '2026-11-21T12:10:00.000Z' }] as const;

const PLACES: Partial<Record<MailKind, WaitingMail['state']>> = { 'waiting-offered': 'offered', 'waiting-missed': 'missed' };
const OFFER: WaitingMail['offer'] = {
  ...{ bookingId: idFromBytes('booking', new Uint8Array(17)), seating: 'General Seating', amount: { amountMinor: 5_000, currency: 'USD' } },
  endsAt: '2026-11-22T23:00:00.000Z',
};

const start = new Date('2026-11-21T12:00:00.000Z');

/** What people typed. */
export interface TypedTexts {
  readonly line: string;
  readonly title: string;
  readonly message: string;
}

/** How a letter differs from the usual one of its kind. */
export interface LetterOverrides {
  readonly cause?: string;
  readonly giftMinor?: number;
  readonly state?: 'planned' | 'requested' | 'succeeded' | 'failed';
  readonly left?: boolean;
  readonly listed?: boolean;
  readonly email?: string;
  readonly url?: string;
  readonly others?: readonly object[];
  readonly part?: RefundMail['part'];
  readonly subject?: string;
  readonly seating?: string;
  readonly venue?: string;
  readonly address?: string;
  readonly notes?: VisitorNotesView;
  readonly phone?: string;
  readonly issuedAt?: string;
  readonly choice?: ChoiceOffer;
  readonly toConfirm?: ChoiceMail['toConfirm'];
  readonly purpose?: MessagePurpose;
  readonly news?: OrganiserNews;
  readonly act?: { readonly at: string; readonly words: string };
  readonly waiting?: Partial<WaitingMail>;
  readonly wordsOf?: string;
  readonly rings?: Uint8Array;
  readonly drawQr?: (text: string) => Uint8Array;
}

/** Letters of every kind in which all typed text is `words`. */
export function letters({ line, title, message }: TypedTexts, over: LetterOverrides = {}): (kind: MailKind) => Promise<Letter> {
  const concert = {
    title,
    startsAt: '2027-01-16T23:00:00.000Z',
    timeZone: 'America/New_York',
    lengthMinutes: 150,
    venue: { name: over.venue ?? line, address: over.address ?? line },
    notes: over.notes ?? {},
    supportEmail: 'info@concert.example',
    supportPhone: over.phone ?? line,
  };
  const email = over.email ?? 'meera@example.org';
  const url = over.url ?? 'https://concert.example/x?a=1&b=2';
  const pass = {
    name: line,
    email,
    seating: over.seating ?? line,
    concert,
    ticketUrl: url,
    receiptUrl: 'https://concert.example/receipt?ref=bk_1&ref2=C1.sig',
    tickets: [1, 2].map((number) => ({ number, code: `T1.ab12.${String(number).repeat(20)}.sig` })),
  };
  let asked: MailKind = 'ticket';
  const contact = {
    id: idFromBytes('contact', new Uint8Array(17)),
    name: line,
    email,
    subject: over.subject ?? line,
    message,
    receivedAt: start,
    answeredAt: null,
    answeredBy: null,
  };
  const written = lettersOf({
    contents: {
      booking: () =>
        Promise.resolve({
          reference: 'bk_1',
          amount: { amountMinor: 5_000, currency: 'USD' },
          giftMinor: over.giftMinor,
          ...pass,
          status: ['ticket', 'message', 'returning-changed'].includes(asked) ? 'paid' : 'failed',
        }),
      choice: () =>
        Promise.resolve({
          ...{
            bookingId: idFromBytes('booking', new Uint8Array(17)),
            seating: 'General Seating',
            state: 'open',
            tickets: [1, 2],
            companions: [],
          },
          ...{ moneyBack: [2_500, 5_000], choice: { giveBack: [2], gifts: 0 }, toConfirm: over.toConfirm, concert, name: line, email, url },
          postponement: {
            ...{ dateToFollow: true, postponedAt: '2027-01-10T12:00:00.000Z', chooseUntil: '2027-02-01T04:59:00.000Z', silence: 'keep' },
          },
        }),
      invitation: () =>
        Promise.resolve({
          ...{ id: idFromBytes('invitation', new Uint8Array(17)), name: line, email, personal: true, left: 2, state: 'open', concert, url },
          ...{ until: '2027-01-11T04:59:00.000Z', quietUrl: 'https://concert.example/api/invitation-links/iv_1/one-click?ref2=quiet' },
        }),
      waiting: () =>
        Promise.resolve({
          ...{ id: idFromBytes('waiting', new Uint8Array(17)), state: PLACES[asked] ?? 'waiting', seats: 2, seating: 'any', before: 3 },
          ...(asked === 'waiting-offered' ? { offer: OFFER } : {}),
          ...{ name: line, email, url: 'https://concert.example/waiting', leaveUrl: `${url}&leave`, concert, ...over.waiting },
        }),
      entry: () => Promise.resolve({ reference: 'cp_1', status: asked === 'complimentary-revoked' ? 'Revoked' : 'Submitted', ...pass }),
      refund: () =>
        Promise.resolve({
          refundId: 'rf_1',
          bookingId: 'bk_1',
          receiptUrl: pass.receiptUrl,
          state: over.state ?? 'requested',
          cause: over.cause ?? 'organiser',
          amount: { amountMinor: 5_000, currency: 'USD' },
          part: over.part,
          cardEnding: '4242',
          requestedAt: '2026-11-21T12:00:00.000Z',
          expectedBy: '2026-12-05T12:00:00.000Z',
          name: line,
          email,
          seating: over.seating ?? line,
          tickets: 2,
          ...(over.issuedAt ? { issuedAt: over.issuedAt } : {}),
          refundUrl: url,
          others: over.others ?? [],
          concert,
          // All typed text is `words`, also where a contract would only let its own words through.
        } as unknown as RefundMail),
      account: () =>
        Promise.resolve({
          kind: asked as 'verification',
          email,
          url,
          ...(over.act ? { act: over.act } : {}),
          ...(asked === 'new-place' ? { login: { at: '2026-11-21T12:00:00.000Z', device: 'Firefox on Windows' } } : {}),
          ...(asked === 'sign-in-code' ? { code: '042317' } : {}),
          ...(WITH_SECRET.includes(asked) ? { expiresAt: '2026-11-22T12:00:00.000Z' } : {}),
        }),
    },
    contacts: {
      ofDigest: () => Promise.resolve({ messages: [contact], count: 2 }),
      byId: () => Promise.resolve(contact),
    },
    messageRuns: {
      byId: () =>
        Promise.resolve({
          id: idFromBytes('messageRun', new Uint8Array(17)),
          purpose: over.purpose ?? 'free',
          audience: { nextDate: true },
          messages: [{ reader: 'everybody', subject: over.subject ?? title, words: message }],
          state: 'running',
          count: 1,
          createdBy: idFromBytes('user', new Uint8Array(17)),
          createdAt: start,
          startedAt: start,
          goesOnSince: start,
          finishedAt: null,
          version: 2,
          ...(over.purpose === 'reminder' || over.purpose === 'thanks' ? { timed: { message: 'day-before', evening: '2027-01-16' } } : {}),
        }),
    },
    recipients: {
      byId: () =>
        Promise.resolve({
          id: idFromBytes('recipient', new Uint8Array(17)),
          runId: idFromBytes('messageRun', new Uint8Array(17)),
          readerKind: over.listed ? 'next date' : 'buyer',
          people: [over.listed ? 'wt_1' : 'bk_1'],
          state: 'posted',
          calledAt: null,
          calledBy: null,
        }),
    },
    people: {
      concert: () => Promise.resolve(concert),
      heldFor: () => Promise.resolve({ timeZone: concert.timeZone, held: [...HELD] }),
      show: (of) =>
        over.left
          ? Promise.reject(new DomainError('booking.not_found'))
          : Promise.resolve({
              of: idFromBytes('booking', new Uint8Array(17)),
              reader: 'buyer',
              name: line,
              email,
              phone: line,
              bookings: [],
              concert,
              ...(over.choice ? { choice: over.choice } : {}),
              ...(of === 'wt_1' ? { leaveUrl: 'https://concert.example/waiting?ref=wt_1&ref2=C1.leave' } : {}),
            }),
    },
    team: { organisers: () => Promise.resolve([{ id: ORGANISER, email }]) },
    clock: { now: () => start },
    rings: over.rings ?? new Uint8Array([1]),
    drawQr: over.drawQr ?? (() => new Uint8Array([2])),
    sender: 'tickets@concert.example',
    organisers: 'organisers@concert.example',
    publicOrigin: 'https://concert.example',
  });
  return (kind: MailKind): Promise<Letter> => {
    asked = kind;
    return written[kind]({
      kind,
      wordsOf: kind === 'organiser-news' ? newsTold.of(ORGANISER, over.news ?? DISPUTE) : (over.wordsOf ?? 'ref'),
    });
  };
}
