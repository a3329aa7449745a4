import { inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { NAMES } from '@concert/test-kit/names';
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
  id: 'bk_7f3kq9h2mz0v5xw8rj4t000000',
  firstname: 'Meera',
  lastname: 'Raghavan',
  notickets: 1,
  amount: 2_500,
  currency: 'USD',
  seating: 'General Seating',
  tickets: [{ number: 1, code: 'C1.test' }],
} as const;

const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });

/** The text of a PDF that is written in built-in fonts, as hexadecimal pieces, put together. */
function textOf(pdf: Buffer): string {
  return [
    ...streamsOf(pdf)
      .join('\n')
      .matchAll(/<([0-9a-f]+)>/g),
  ]
    .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
    .join('');
}

/** The letters that a PDF has glyphs of its own for, as a reader copies them. */
function lettersOf(pdf: Buffer): string {
  return streamsOf(pdf)
    .filter((stream) => stream.includes('beginbfrange'))
    .flatMap((stream) =>
      [...stream.matchAll(/<((?:[0-9a-f]{4})+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').swap16().toString('utf16le')),
    )
    .join('');
}

const NOT_SHOWN = 'letters that this PDF cannot show';

it.each([
  ['Maeve O’Brien – Lim', []],
  ['Łukasz Wąsik', ['NotoSans-Bold']],
  ['Nguyễn Thị Ánh', ['NotoSans-Bold']],
  ['Ольга Петрова', ['NotoSans-Bold']],
  ['王小明', ['NotoSansHans-Regular']],
  ['김철수 मीरा 王 x', ['NanumGothic']],
  ['נועה לוי', ['NotoSansHebrew']],
  ['محمد علي', ['NotoNaskhArabic']],
  ['மீரா ராகவன்', ['NotoSansTamil-Regular']],
  ['मीरा राघवन', ['NotoSans-Regular']],
])('B2-75 the PDF shows %s as typed', async (firstname, fonts) => {
  const pdf = await ticketPdf({ ...booking, firstname, lastname: '', tickets: [...booking.tickets] }, concert);
  const text = textOf(pdf);
  expect([...pdf.toString('latin1').matchAll(/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(fonts),
  );
  expect(text).not.toContain(NOT_SHOWN);
  if (fonts.length === 0) expect(text).toContain(Buffer.from('Maeve O\u0092Brien \u0096 Lim', 'latin1').toString('latin1'));
  const letters = lettersOf(pdf);
  // The letters of Tamil and Hindi become other glyphs where they meet.
  if (!/[\p{sc=Tamil}\p{sc=Devanagari}]/u.test(firstname) && fonts.length > 0)
    expect([...firstname].filter((letter) => !letters.includes(letter))).toEqual([]);
});

it.each(NAMES)('the PDF shows %s, or says that it cannot', async (firstname) => {
  const pdf = await ticketPdf({ ...booking, firstname, lastname: '', tickets: [...booking.tickets] }, concert);
  expect(textOf(pdf).includes(NOT_SHOWN)).toBe(/[\p{Emoji_Presentation}\p{sc=Mymr}\p{sc=Armn}\p{sc=Geor}]/u.test(firstname));
});

it('B2-75 the PDF shows heading, venue and address as typed', async () => {
  const words = {
    heading: 'MUSIC FOR MEDITATION ॐ – Šánti',
    venue: { name: 'Dvořák Hall “Nový Sál”', address: '12 Łokietka, Łódź – 2nd floor' },
  };
  const pdf = await ticketPdf({ ...booking, tickets: [...booking.tickets] }, { ...concert, ...words });
  for (const letter of 'ॐŠřŁź') expect(lettersOf(pdf)).toContain(letter);
  expect(textOf(pdf)).not.toContain(NOT_SHOWN);
});

it('B2-76 a name with letters that no font has is said to have them', async () => {
  for (const firstname of ['བྷྲཱུྃ Lama', 'Zoë 🎻 Lim']) {
    const text = textOf(await ticketPdf({ ...booking, firstname, tickets: [...booking.tickets] }, concert));
    expect(text).toContain(`The name has ${NOT_SHOWN}; the ticket page shows it`);
  }
});

it('B2-30 the PDF says when the concert is, or that its new date is to follow', async () => {
  const pdf = (over: object) => ticketPdf({ ...booking, tickets: [...booking.tickets] }, { ...concert, ...over });
  expect(textOf(await pdf({}))).toContain('Saturday, July 13, 2024, 6 PM EDT');
  const text = textOf(await pdf({ dateToFollow: true }));
  expect(text).toContain('New date to follow');
  expect(text).not.toContain('July');
});

it('B3-34 the PDF names the ticket of the accessible seat and those of its companions', async () => {
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
