import { describe, expect, it } from '@jest/globals';
import type { TicketBooking } from './http-letter-contents.ts';
import { qrPicture } from './qr-picture.ts';
import { ticketLetterWriter, ticketMail } from './ticket-letter.ts';

const booking: TicketBooking = {
  reference: 'bk_00000000000000000000000000',
  status: 'paid',
  name: 'Meera Raghavan',
  email: 'meera@example.org',
  seating: 'General Seating',
  amount: { amountMinor: 5_000, currency: 'USD' },
  concert: {
    title: 'Music for Meditation Concert',
    startsAt: '2027-01-16T23:00:00.000Z',
    timeZone: 'America/New_York',
    lengthMinutes: 150,
    venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive, Princeton' },
    notes: { doorsText: '5 PM EST', directions: 'Train to Riverside', bring: 'A cushion', loudness: 'Quiet' },
    supportEmail: 'info@concert.example',
    supportPhone: '(555) 123-4567',
  },
  ticketUrl: 'http://localhost:8080/get-details?ref=bk_00000000000000000000000000&ref2=C1.ab12.sig',
  tickets: [
    { number: 1, code: `T1.ab12.${'0'.repeat(20)}.${'a'.repeat(86)}` },
    { number: 2, code: `T1.ab12.${'1'.repeat(20)}.${'b'.repeat(86)}` },
  ],
};
const letter = (over: Partial<TicketBooking>) =>
  ticketLetterWriter({ booking: () => Promise.resolve({ ...booking, ...over }) }, qrPicture)({ kind: 'ticket', wordsOf: 'bk' });

describe('the ticket mail', () => {
  it('says what was booked, what was paid, when and where, and how to get help', () => {
    const { subject, text, html } = ticketMail(booking);
    expect(subject).toBe('Your tickets for Saturday, January 16');
    for (const words of [
      'Meera Raghavan',
      'Saturday, January 16, 2027, 6 PM EST',
      'Riverside Concert Hall, 100 Riverside Drive, Princeton',
      'General Seating',
      '$50.00 USD',
      'bk_00000000000000000000000000',
      'info@concert.example',
      '(555) 123-4567',
    ]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain(booking.ticketUrl);
    expect(html).toContain('href="http://localhost:8080/get-details?ref=bk_00000000000000000000000000&amp;ref2=C1.ab12.sig"');
    expect(html.match(/<a [^>]*class="act/g)).toHaveLength(1);
    expect(html).toContain('Ticket 2 of 2');
    expect(html).toContain('cid:ticket-2');
  });

  it('B3-585 names the ticket of the accessible seat and those of its companions, in words beside their codes', () => {
    const tickets = (['accessible', 'companion', 'companion', undefined] as const).map((seat, at) => ({
      number: at + 1,
      code: `T1.${at}`,
      seat,
    }));
    const { text, html } = ticketMail({ ...booking, tickets });
    for (const mail of [text, html]) expect(mail).toContain('A companion’s ticket ends with the ticket of the accessible seat.');
    expect(text).toMatch(/1 of 4 \(Accessible seat\): .*\n.*2 of 4 \(Companion\): .*\n.*3 of 4 \(Companion\): .*\n.*4 of 4: /);
    expect([...html.matchAll(/Ticket (\d) of 4<\/div>(?:<div[^>]*>([^<]*))?/g)].map(([, number, seat]) => [number, seat])).toEqual([
      ['1', 'Accessible seat'],
      ['2', 'Companion'],
      ['3', 'Companion'],
      ['4', undefined],
    ]);
  });

  it('B6-532 shows what is needed at the door first: the button, each code with its characters, when and where; the page tells the rest', () => {
    const { text, html } = ticketMail(booking);
    const told = ['Open your tickets', 'Ticket 1 of 2', '00000-00000-00000-00000', 'Ticket 2 of 2', '11111-11111-11111-11111'];
    const evening = ['Saturday, January 16, 2027, 6 PM EST', '5 PM EST', '100 Riverside Drive'];
    for (const mail of [text.slice(text.indexOf('Open your')), html.slice(html.indexOf('class="act'))]) {
      const places = [...told, ...evening].map((words) => mail.indexOf(words));
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(places[0]).toBeGreaterThanOrEqual(0);
      for (const words of ['2 hours 30 minutes', 'Train', 'cushion', 'Quiet']) expect(mail).not.toContain(words);
    }
    expect(html.indexOf('cid:ticket-1')).toBeLessThan(html.indexOf(told[2]!));
  });

  it('B2-612 says that the new date is to follow where the concert is postponed without one, and no date', () => {
    const { text, html } = ticketMail({ ...booking, concert: { ...booking.concert, dateToFollow: true } });
    for (const mail of [text, html]) {
      expect(mail).toContain('New date to follow');
      expect(mail).not.toContain('January');
    }
  });

  it.each([
    ['a booking that went back', 'LetterUnwantedError', { status: 'refunded' }],
    ['a booking without tickets', 'LetterUnwantedError', { tickets: [] }],
    ['several addresses in one', 'LetterImpossibleError', { email: 'a@b.co,c@d.co' }],
    ['an address with a line break', 'LetterImpossibleError', { email: 'a@b.co\nBcc: x@y.zz' }],
    ['a link that is a script', 'LetterImpossibleError', { ticketUrl: 'javascript:alert(1)' }],
  ] as [string, string, Partial<TicketBooking>][])('B2-582 is not written for %s: %s', async (_, name, over) => {
    await expect(letter(over)).rejects.toMatchObject({ name });
  });

  it('carries a QR picture for each ticket, at least 300 pixels wide', async () => {
    const { pictures = [] } = await letter({});
    expect(pictures.map(({ contentId }) => contentId)).toEqual(['ticket-1', 'ticket-2']);
    const png = Buffer.from(pictures[1]!.png);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(300);
  });
});
