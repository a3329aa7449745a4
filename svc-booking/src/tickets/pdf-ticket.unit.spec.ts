import { describe, expect, it } from '@jest/globals';
import { concertDate } from '@concert/contracts/booking/concert-date';
import { NAMES } from '@concert/test-kit/names';
import { pagesOf, textOf } from './pdf-reader.harness.ts';
import { ticketPdf } from './pdf-ticket.ts';

const concert = {
  title: 'Music for Meditation Concert',
  startsAt: '2024-07-13T22:00:00.000Z',
  timeZone: 'America/New_York',
  lengthMinutes: 150,
  venue: { name: 'Riverside Concert Hall', address: '100 Riverside Drive' },
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
  notes: {},
};
const booking = {
  id: 'bk_7f3kq9h2mz0v5xw8rj4t000000',
  firstname: 'Meera',
  lastname: 'Raghavan',
  notickets: 1,
  amount: 2_500,
  currency: 'USD',
  seating: 'General Seating',
} as const;

const ticketsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, code: `T1.0a1f.${'0123456789'.repeat(2)}.x` }));

const fontsOf = (pdf: Buffer) =>
  [...new Set([...pdf.toString('latin1').matchAll(/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name!))].sort();
const paperOf = (pdf: Buffer) =>
  /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(pdf.toString('latin1'))!
    .slice(1)
    .map((points) => Math.round(Number(points)));

const NOT_SHOWN = 'letters that this PDF cannot show';

/* The letters of Tamil and Hindi become other glyphs where they meet. */
const isJoined = (text: string) => /[\p{sc=Tamil}\p{sc=Devanagari}]/u.test(text);

it.each([
  ['Maeve O’Brien – Lim', []],
  ['Łukasz Wąsik', []],
  ['Nguyễn Thị Ánh', []],
  ['Ольга Петрова', ['NotoSans-Regular']],
  ['王小明', ['NotoSansHans-Regular']],
  ['김철수 मीरा 王 x', ['NanumGothic', 'NotoSans-Regular', 'NotoSansHans-Regular']],
  ['נועה לוי', ['NotoSansHebrew']],
  ['محمد علي', ['NotoNaskhArabic']],
  ['மீரா ராகவன்', ['NotoSansTamil-Regular']],
  ['मीरा राघवन', ['NotoSans-Regular']],
])('B2-574 B5-563 the PDF shows %s as typed, in the fonts of the design where they have its letters', async (firstname, others) => {
  const pdf = await ticketPdf({ ...booking, firstname, lastname: '', tickets: ticketsOf(1) }, concert);
  const text = textOf(pdf);
  expect(fontsOf(pdf).filter((name) => !/^(Yrsa|Figtree)-/.test(name))).toEqual(others);
  expect(text).not.toContain(NOT_SHOWN);
  if (others.length === 0) expect(text.split(firstname)).toHaveLength(3);
  else if (!isJoined(firstname)) expect([...firstname].filter((letter) => !text.includes(letter))).toEqual([]);
});

/* From left to right, as it stands on paper. */
it.each([
  ['נועה כהן-לוי', 'יול-ןהכ העונ'],
  ['דן (דני) לוי', 'יול (ינד) ןד'],
  ['שרה לוי 2', '2 יול הרש'],
  ['Sara לוי Cohen', 'Sara יול Cohen'],
  ['היכל התרבות [אולם 5]', '[5 םלוא] תוברתה לכיה'],
])('B5-614 the PDF shows %s in the order in which it is read', async (firstname, seen) => {
  const pdf = await ticketPdf({ ...booking, firstname, lastname: '', tickets: ticketsOf(1) }, concert);
  expect(textOf(pdf)).toContain(seen);
});

it.each(NAMES)('the PDF shows %s, or says that it cannot', async (firstname) => {
  const pdf = await ticketPdf({ ...booking, firstname, lastname: '', tickets: ticketsOf(1) }, concert);
  expect(textOf(pdf).includes(NOT_SHOWN)).toBe(/[\p{Emoji_Presentation}\p{sc=Mymr}\p{sc=Armn}\p{sc=Geor}]/u.test(firstname));
});

it('B2-574 the PDF shows title, venue and address as typed', async () => {
  const words = {
    title: 'Music for Meditation ॐ – Šánti',
    venue: { name: 'Dvořák Hall “Nový Sál”', address: '12 Łokietka, Łódź – 2nd floor' },
  };
  const text = textOf(await ticketPdf({ ...booking, tickets: ticketsOf(1) }, { ...concert, ...words }));
  for (const part of ['Music for Meditation ', 'ॐ', ' – Šánti', 'Dvořák Hall “Nový Sál”, 12 Łokietka, Łódź – 2nd floor'])
    expect(text).toContain(part);
  expect(text).not.toContain(NOT_SHOWN);
});

it('B2-575 a name with letters that no font has is said to have them', async () => {
  for (const firstname of ['བྷྲཱུྃ Lama', 'Zoë 🎻 Lim']) {
    const text = textOf(await ticketPdf({ ...booking, firstname, tickets: ticketsOf(1) }, concert));
    expect(text).toContain(`The name has ${NOT_SHOWN}; the ticket page shows it`);
  }
});

it('B2-530 the PDF says when the concert is, or that its new date is to follow', async () => {
  const pdf = (over: object) => ticketPdf({ ...booking, tickets: ticketsOf(1) }, { ...concert, ...over });
  expect(textOf(await pdf({}))).toContain('Saturday, July 13, 2024, 6 PM EDT');
  const text = textOf(await pdf({ dateToFollow: true }));
  expect(text).toContain('New date to follow');
  expect(text).not.toContain('July');
});

it('B3-533 the PDF names the ticket of the accessible seat and those of its companions', async () => {
  const seats = [{}, { seat: 'accessible' }, { seat: 'companion' }] as const;
  const text = textOf(
    await ticketPdf({ ...booking, notickets: 3, tickets: ticketsOf(3).map((ticket, at) => ({ ...ticket, ...seats[at] })) }, concert),
  );
  for (const [at, words] of ['General Seating', 'General Seating, Accessible seat', 'General Seating, Companion'].entries())
    expect(text).toContain(`Ticket ${at + 1} of 3Meera Raghavan${words}Music for`);
});

it.each([
  ['America/New_York', [612, 792]],
  ['America/Indiana/Indianapolis', [612, 792]],
  ['Pacific/Honolulu', [612, 792]],
  ['America/Toronto', [595, 842]],
  ['Asia/Kolkata', [595, 842]],
])('B5-563 the PDF of an evening in %s is of the size that is printed on there', async (timeZone, size) => {
  expect(paperOf(await ticketPdf({ ...booking, tickets: ticketsOf(1) }, { ...concert, timeZone }))).toEqual(size);
});

describe('B5-563 a sheet of tickets', () => {
  const notes = {
    doorsText: '5 PM EDT',
    mapUrl: 'https://map.example/hall',
    directions: 'Train to Riverside',
    bring: 'A cushion',
    stepFree: 'Level from the street',
    loudness: 'Quiet',
  };
  const six = { ...booking, notickets: 6, amount: 15_000, tickets: ticketsOf(6) };

  it('B6-589 has the evening, six tickets of which each stands for itself, and then the way and the venue', async () => {
    const pages = pagesOf(await ticketPdf(six, { ...concert, notes }));
    expect(pages).toHaveLength(1);
    const [text] = pages as [string];
    const order = [
      'Music for Meditation Concert',
      concertDate(concert),
      'Doors open 5 PM EDT, Length 2 hours 30 minutes',
      'Riverside Concert Hall, 100 Riverside Drive',
      'Map: map.example',
      'Ticket 1 of 6',
      'Ticket 6 of 6',
      'At the door',
      'How to get thereTrain to Riverside',
      'What to bringA cushion',
      'Step-free way inLevel from the street',
      'LoudnessQuiet',
      'info@concert.example, (555) 123-4567',
    ].map((words) => text.indexOf(words));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order[0]).toBe(0);
    const single = `Meera RaghavanGeneral SeatingMusic for Meditation Concert${concertDate(concert)}Riverside Concert Hall${booking.id}`;
    expect(text.split(single)).toHaveLength(7);
    expect(text.split('01234-56789-01234-56789')).toHaveLength(7);
    expect(text).not.toContain('Test ticket');
  });

  it('says on each ticket that it is a test, and still holds six of somebody with a very long name', async () => {
    const firstname = 'Maximiliana Alexandrina Theodora von Hohenzollern-Sigmaringen y Fernández de Córdoba';
    const pages = pagesOf(await ticketPdf({ ...six, firstname }, { ...concert, notes }, { test: true }));
    expect(pages[0]!.split('Test ticket: no money was taken')).toHaveLength(7);
    expect(pages[0]).toContain('Ticket 6 of 6');
    // Whole once, and cut on tickets to what fits.
    expect(pages[0]!.replaceAll(' ', '')).toContain(`${firstname}Raghavan`.replaceAll(' ', ''));
    expect(pages[0]!.split('…')).toHaveLength(7);
  });

  it('B6-589 holds two tickets and a word on everything that a venue may say on one sheet', async () => {
    const two = 'Level from the street by the main entrance, whose doors open by themselves. A lift goes to every floor.';
    const rest = ['directions', 'bring', 'stepFree', 'toilets', 'parking', 'quietRoom', 'light', 'loudness'].map((note) => [note, two]);
    const all = { ...notes, hearingLoop: 'In rows 1 to 4', ...Object.fromEntries(rest) };
    expect(pagesOf(await ticketPdf({ ...booking, notickets: 2, tickets: ticketsOf(2) }, { ...concert, notes: all }))).toHaveLength(1);
  });

  it('puts what does not fit below the tickets on a sheet of its own', async () => {
    const long = 'A long way to the hall. '.repeat(12).trim();
    const all = Object.fromEntries(
      ['directions', 'bring', 'stepFree', 'hearingLoop', 'toilets', 'parking', 'light'].map((note) => [note, long]),
    );
    const pages = pagesOf(await ticketPdf(six, { ...concert, notes: all }));
    expect(pages.map((text) => [text.includes('Ticket 6 of 6'), text.includes('How to get there')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
