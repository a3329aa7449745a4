import { inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { ticketPdf } from './pdf-ticket.ts';

const concert = {
  heading: 'MUSIC FOR MEDITATION CONCERT',
  startsAt: '2024-07-13T22:00:00.000Z',
  timeZone: 'America/New_York',
  venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
};
const booking = {
  id: 'bk_7f3kq9h2mz0v5xw8rj4t',
  firstname: 'Meera',
  lastname: 'Raghavan',
  notickets: 1,
  amount: 2_500,
  currency: 'USD',
  seating: 'General Seating',
  tickets: [{ number: 1, code: 'C1.test' }],
} as const;

/** The text of a PDF: its streams unpacked, its pieces of text, which it writes in hexadecimal, put together. */
function textOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [...streams.join('\n').matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join('');
}

it('B2-32 the PDF says when the concert is, or that its new date is to follow', async () => {
  const pdf = (over: object) => ticketPdf({ ...booking, tickets: [...booking.tickets] }, { ...concert, ...over });
  expect(textOf(await pdf({}))).toContain('Saturday 13 July 2024, 6 PM EDT');
  const text = textOf(await pdf({ dateToFollow: true }));
  expect(text).toContain('New date to follow');
  expect(text).not.toContain('July');
});

it('B3-53 the PDF names the ticket of the accessible seat and those of its companions', async () => {
  const tickets = ([undefined, 'accessible', 'companion'] as const).map((seat, at) => ({
    number: at + 1,
    code: 'C1.test',
    ...(seat ? { seat } : {}),
  }));
  const seating = tickets.map(
    async (ticket) => /Seating(.*?)Booking id/.exec(textOf(await ticketPdf({ ...booking, tickets: [ticket] }, concert)))?.[1],
  );
  expect(await Promise.all(seating)).toEqual(['General Seating', 'General Seating, Accessible seat', 'General Seating, Companion']);
});
