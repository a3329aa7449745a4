import { SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { fullName } from '@concert/contracts/booking/full-name';
import { eveningFacts, type EveningFact } from '@concert/contracts/booking/evening-facts';
import type { BookingView } from '@concert/contracts/booking/http';
import type { TicketMail } from '@concert/contracts/booking/internal';
import { bookedTickets } from '@concert/contracts/booking/partial-returns';
import { spokenCode, TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { formatTotal } from '@concert/contracts/core/money';
import { create } from 'qrcode';
import { drawRings, GAP, MARGIN, MM, openPdf, QUIET_INK, type Place } from './pdf-page.ts';
import { heightOf, writeText, type TextBox } from './pdf-text.ts';

/** Said where a text has letters of a script that none of the fonts has. */
const NOT_SHOWN = {
  name: 'The name has letters that this PDF cannot show; the ticket page shows it',
  place: 'The title or the place has letters that this PDF cannot show; the ticket page shows them',
} as const;
const TEST = 'Test ticket: no money was taken';
const AT_THE_DOOR = 'Show this code at the door, printed or on a screen. Each code lets one person in, once.';

const PAD = 4 * MM;
const CUT = '#8d86a0';
/** Light modules around a code that the standard requires (ISO/IEC 18004). */
const QUIET_MODULES = 4;
/** Up to so many tickets stand one below the other, with codes that scan from a poor print; more of them two by two, so that six fit on a sheet. */
const FEW = 2;
const CODE = { few: 60 * MM, many: 40 * MM } as const;
const TICKETS_ON_SHEET = 6;
const SMALL = 8;

type Ticketed = Pick<BookingView, 'firstname' | 'lastname' | 'amount'> &
  Parameters<typeof bookedTickets>[0] & {
    readonly id: string;
    /** Category, or group of a complimentary entry. */
    readonly seating: string;
    readonly tickets: NonNullable<BookingView['tickets']>;
  };
type Occasion = TicketMail['concert'];

/** What the head of the sheet tells; the other facts stand below the tickets. */
const TIMES: readonly EveningFact[] = ['doors', 'length', 'interval'];
const AT_THE_TOP: readonly EveningFact[] = ['when', ...TIMES, 'where'];

/**
 * Tickets as a PDF in ink on white: the evening, six tickets at most on a sheet to be cut, then what is to be known of the way and the venue.
 * Codes are drawn as vectors, so they print sharp.
 * @param test nothing real was paid, which the tickets say
 */
export function ticketPdf(booking: Ticketed, concert: Occasion, { test = false } = {}): Promise<Buffer> {
  const { document, done } = openPdf({ Title: `Tickets of ${booking.id}`, Author: concert.title }, concert.timeZone);
  const width = document.page.width - 2 * MARGIN;
  let y = drawEvening(document, booking, concert, { x: MARGIN, y: MARGIN, width }) + GAP;
  const few = booking.tickets.length <= FEW;
  const [columns, code] = few ? [1, CODE.few] : [2, CODE.many];
  const height = code + 2 * PAD + SMALL;
  booking.tickets.forEach((ticket, index) => {
    if (index > 0 && index % TICKETS_ON_SHEET === 0) {
      document.addPage();
      y = MARGIN;
    }
    const column = index % columns;
    const cell = { x: MARGIN + (column * width) / columns, y, width: width / columns };
    const [last, lowest] = [booking.tickets.length - 1, booking.tickets.length - columns];
    drawCuts(document, { ...cell, height }, { right: column === columns - 1 || index === last, below: index >= lowest });
    drawTicket(document, { ...ticket, of: bookedTickets(booking) }, booking, concert, { cell, code, few, test });
    if (column === columns - 1 || index === booking.tickets.length - 1) y += height;
  });
  drawNotes(document, concert, { x: MARGIN, y: y + GAP, width });
  return done();
}

/** Title, when, doors, where and map at the left, whose tickets at the right. @returns where it ends */
function drawEvening(document: PDFKit.PDFDocument, booking: Ticketed, concert: Occasion, { x, y, width }: Place): number {
  drawRings(document);
  const { venue, notes } = concert;
  const left = { x, width: 0.6 * width - GAP };
  const title = writeText(document, concert.title, { ...left, y, size: 25, face: 'display', maxLines: 3 });
  const when = writeText(document, concertDate(concert), { ...left, y: title.bottom + 4, size: 12, face: 'strong' });
  const times = eveningFacts(concert).filter(({ fact }) => TIMES.includes(fact));
  const first = writeText(document, times.map(({ term, value }) => `${term} ${value}`).join(', '), {
    ...{ ...left, y: when.bottom, size: 10, face: 'text', maxLines: 2 },
  });
  const where = writeText(document, `${venue.name}, ${venue.address}`, { ...left, y: first.bottom, size: 10, face: 'text', maxLines: 4 });
  let end = where.bottom;
  if (notes.mapUrl) {
    // A search of a map is an address that nobody types: it opens where the sheet is read on a screen.
    const map = writeText(document, `Map: ${new URL(notes.mapUrl).host}`, {
      ...left,
      y: end,
      size: SMALL,
      face: 'text',
      colour: QUIET_INK,
    });
    document.link(x, end, left.width, map.bottom - end, notes.mapUrl);
    end = map.bottom;
  }
  if (!title.whole || !where.whole) end = writeText(document, NOT_SHOWN.place, { ...left, y: end, size: SMALL, face: 'text' }).bottom;

  const right = { x: x + 0.6 * width, width: 0.4 * width };
  const paid = booking.amount > 0 ? formatTotal(booking.amount) : undefined;
  const name = writeText(document, fullName(booking), { ...right, y: y + 11, size: 16, face: 'display', maxLines: 4 });
  let beside = name.bottom;
  for (const [label, value] of [
    ['Booking id', booking.id],
    ['Paid for the booking', paid],
  ] as const) {
    if (value === undefined) continue;
    beside = writeText(document, label, { ...right, y: beside + 3, size: 7.5, face: 'text', colour: QUIET_INK }).bottom;
    beside = writeText(document, value, { ...right, y: beside, size: 9.5, face: 'strong' }).bottom;
  }
  if (!name.whole) beside = writeText(document, NOT_SHOWN.name, { ...right, y: beside + 3, size: SMALL, face: 'text' }).bottom;
  return Math.max(end, beside);
}

/** Lines to cut along: each ticket has one above it and at its left, and those at the edges have the others. */
function drawCuts(
  document: PDFKit.PDFDocument,
  { x, y, width, height }: Place & { readonly height: number },
  { right, below }: { readonly right: boolean; readonly below: boolean },
): void {
  document.save().lineWidth(0.6).dash(3, { space: 3 });
  const line = (fromX: number, fromY: number, toX: number, toY: number) => document.moveTo(fromX, fromY).lineTo(toX, toY);
  line(x, y, x + width, y);
  line(x, y, x, y + height);
  if (right) line(x + width, y, x + width, y + height);
  if (below) line(x, y + height, x + width, y + height);
  document.stroke(CUT).restore();
}

interface Cell {
  readonly cell: Place;
  /** Side of the code. */
  readonly code: number;
  /** Whether there is room for larger words. */
  readonly few: boolean;
  readonly test: boolean;
}

/** One ticket: whoever gets it alone has all that is needed at the door. */
function drawTicket(
  document: PDFKit.PDFDocument,
  ticket: Ticketed['tickets'][number] & { readonly of: number },
  booking: Ticketed,
  concert: Occasion,
  { cell, code, few, test }: Cell,
): void {
  drawCode(document, ticket.code, cell.x + PAD, cell.y + PAD, code);
  const spoken = { x: cell.x + PAD + 0.04 * code, y: cell.y + PAD + code, width: 1.2 * code, size: few ? SMALL : 7 };
  writeText(document, spokenCode(ticket.code) ?? '', { ...spoken, face: 'text' });
  const x = cell.x + 1.5 * PAD + code;
  const words = { x, width: cell.x + cell.width - PAD - x };
  const size = few ? 10 : 8;
  let y = cell.y + PAD;
  const put = (text: string, box: Pick<TextBox, 'size' | 'face' | 'maxLines' | 'colour'>) => {
    y = writeText(document, text, { ...words, y, ...box }).bottom;
  };
  put(`Ticket ${ticket.number} of ${ticket.of}`, { size: few ? 20 : 15, face: 'display' });
  put(fullName(booking), { size: few ? 13 : 10, face: 'display', maxLines: few ? 3 : 2 });
  put(ticket.seat ? `${booking.seating}, ${SPECIAL_SEAT_WORDS[ticket.seat]}` : booking.seating, { size, face: 'text' });
  y += 3;
  const small = { size: few ? 9 : 7, face: 'text', colour: QUIET_INK } as const;
  put(concert.title, { ...small, maxLines: 2 });
  put(concertDate(concert), { ...small, maxLines: 2 });
  put(concert.venue.name, { ...small, maxLines: 2 });
  put(booking.id, { ...small, size: few ? 8 : 6.5 });
  if (test) put(TEST, { size: small.size, face: 'strong' });
}

function drawCode(document: PDFKit.PDFDocument, code: string, left: number, top: number, side: number): void {
  const { modules } = create(code, { errorCorrectionLevel: TICKET_CODE_ERROR_CORRECTION });
  const size = side / (modules.size + 2 * QUIET_MODULES);
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column))
        document.rect(left + (column + QUIET_MODULES) * size, top + (row + QUIET_MODULES) * size, size + 0.02, size + 0.02);
    }
  }
  document.fill('#000000');
}

/** What to do at the door, the way, what to bring and how the venue suits people, in two columns below the tickets or on a sheet of their own. */
function drawNotes(document: PDFKit.PDFDocument, concert: Occasion, { x, y, width }: Place): void {
  const column = (width - GAP) / 2;
  const text = { width: column, size: SMALL, face: 'text' } as const;
  const facts = [
    ['At the door', AT_THE_DOOR] as const,
    ...eveningFacts(concert).flatMap(({ fact, term, value }) => (AT_THE_TOP.includes(fact) ? [] : [[term, value] as const])),
    ['Questions', `${concert.supportEmail}, ${concert.supportPhone}`] as const,
  ].map(([label, value]) => ({ label, value, height: heightOf(document, value, text) + SMALL * 1.7 }));
  const all = facts.reduce((sum, { height }) => sum + height, 0);
  let before = 0;
  const placed = facts.map((fact) => {
    const at = before < all / 2 ? 0 : 1;
    before += fact.height;
    return { ...fact, at };
  });
  const highest = Math.max(...[0, 1].map((at) => placed.reduce((sum, fact) => (fact.at === at ? sum + fact.height : sum), 0)));
  let top = y;
  if (top + highest > document.page.height - MARGIN) {
    document.addPage();
    top = MARGIN;
  }
  const ends = [top, top];
  for (const { label, value, height, at } of placed) {
    const place = { x: x + at * (column + GAP), y: ends[at]!, ...text };
    const { bottom } = writeText(document, label, { ...place, face: 'strong' });
    writeText(document, value, { ...place, y: bottom });
    ends[at]! += height;
  }
}
