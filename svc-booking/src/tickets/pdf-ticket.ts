import { fullName } from '@concert/contracts/booking/full-name';
import { SPECIAL_SEAT_WORDS } from '@concert/contracts/booking/access';
import { concertDate } from '@concert/contracts/booking/concert-date';
import type { BookingView, ConcertView } from '@concert/contracts/booking/http';
import { bookedTickets } from '@concert/contracts/booking/partial-returns';
import { spokenCode, TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { formatTotal } from '@concert/contracts/core/money';
import PDFDocument from 'pdfkit';
import { create } from 'qrcode';
import { writeText } from './pdf-text.ts';

/** Said where a text has letters of a script that none of the fonts has. */
const NOT_SHOWN = {
  name: 'The name has letters that this PDF cannot show; the ticket page shows it',
  place: 'The heading or the place has letters that this PDF cannot show; the ticket page shows them',
} as const;
/** Points per millimetre. */
const MM = 72 / 25.4;
const PAGE = { width: 210 * MM, height: 297 * MM };
const MARGIN = 22 * MM;
/** Size of a code that still scans from a poor print: 60 mm, with the quiet zone of four modules that the standard requires (ISO/IEC 18004). */
const CODE = 60 * MM;
const QUIET_MODULES = 4;

type Ticketed = Pick<BookingView, 'firstname' | 'lastname' | 'notickets' | 'returned' | 'amount' | 'currency'> & {
  readonly id: string;
  /** Category, or group of a complimentary entry. */
  readonly seating: string;
  readonly tickets: NonNullable<BookingView['tickets']>;
};
type Occasion = Pick<ConcertView, 'heading' | 'startsAt' | 'timeZone' | 'venue' | 'supportEmail' | 'supportPhone'> & {
  /** The concert is postponed and has no new date. */
  readonly dateToFollow?: true;
};

/** Tickets as a PDF: one page each, black on white. The code is drawn as vectors, so it prints sharp. */
export function ticketPdf(booking: Ticketed, concert: Occasion): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    info: { Title: `Tickets of ${booking.id}`, Author: concert.heading },
    lang: 'en',
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  for (const ticket of booking.tickets) {
    document.addPage();
    const width = PAGE.width - 2 * MARGIN;
    const place = `${concert.venue.name}, ${concert.venue.address}`;
    const heading = writeText(document, concert.heading, { x: MARGIN, width, size: 24, font: 'Times-Roman' });
    document.font('Helvetica').fontSize(12).moveDown(0.4).text(concertDate(concert), MARGIN, document.y, { width });
    const whole = writeText(document, place, { x: MARGIN, width, size: 12, font: 'Helvetica' }) && heading;
    document
      .moveDown(1.2)
      .font('Helvetica-Bold')
      .fontSize(15)
      .text(`Ticket ${ticket.number} of ${bookedTickets(booking)}`, { width });
    const top = document.y + 6 * MM;
    drawCode(document, ticket.code, MARGIN, top);
    const beside = MARGIN + CODE + 10 * MM;
    document.font('Helvetica').fontSize(11);
    let y = top + 2 * MM;
    for (const [label, value] of [
      ['Name', fullName(booking)],
      ['Seating', ticket.seat ? `${booking.seating}, ${SPECIAL_SEAT_WORDS[ticket.seat]}` : booking.seating],
      ['Booking id', booking.id],
      ['Code to type at the door', spokenCode(ticket.code)],
      ['Paid for the booking', booking.amount > 0 ? formatTotal(booking.amount) : undefined],
    ] as const) {
      if (value === undefined) continue;
      document
        .font('Helvetica')
        .fontSize(9)
        .text(label, beside, y, { width: PAGE.width - MARGIN - beside });
      const narrow = { x: beside, width: PAGE.width - MARGIN - beside };
      if (!writeText(document, value, { ...narrow, size: 11, font: 'Helvetica-Bold', bold: true }))
        writeText(document, NOT_SHOWN.name, { ...narrow, size: 9, font: 'Helvetica' });
      y = document.y + 3 * MM;
    }
    document
      .font('Helvetica')
      .fontSize(9)
      .text(
        `Show this code at the door, printed or on a screen. Each code lets one person in, once. Questions: ${concert.supportEmail}, ${concert.supportPhone}`,
        MARGIN,
        Math.max(y, top + CODE) + 8 * MM,
        { width },
      );
    if (!whole) document.text(NOT_SHOWN.place, { width });
  }
  document.end();
  return done;
}

function drawCode(document: PDFKit.PDFDocument, code: string, left: number, top: number): void {
  const { modules } = create(code, { errorCorrectionLevel: TICKET_CODE_ERROR_CORRECTION });
  const size = CODE / (modules.size + 2 * QUIET_MODULES);
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column))
        document.rect(left + (column + QUIET_MODULES) * size, top + (row + QUIET_MODULES) * size, size + 0.02, size + 0.02);
    }
  }
  document.fill('#000000');
}
