import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsqr from 'jsqr';
import { firstConcert, type Concert } from './concert.ts';
import { drawFlyer, drawPicture, pictureName } from './canvas-picture.ts';
import { FLYER, layOut, LINK } from './picture-layout.ts';
import { flyerWords, pictureWords, type PictureWords } from './picture-words.ts';
import { ShowPicture } from './show-picture.ts';

const { margin: MARGIN, room: ROOM } = LINK;

const first = firstConcert('open', new Date('2026-11-21T12:00:00.000Z'));
const words: PictureWords = {
  title: 'Music for Meditation Concert',
  performer: 'Nilan Vasudev and his troupe',
  date: 'Saturday, January 16, 2027, 6 PM EST',
  place: 'Riverside Concert Hall, 100 Riverside Drive, Princeton, NJ 08540',
};
const EXTREMES: readonly (readonly [string, PictureWords])[] = [
  ['short', { ...words, title: 'Om', performer: '' }],
  [
    'as long as the settings allow',
    { ...words, title: 'Evening '.repeat(15), performer: 'Ensemble '.repeat(13), place: 'Street '.repeat(60) },
  ],
  ['one word that is longer than a line', { ...words, title: 'W'.repeat(120), performer: 'M'.repeat(120), place: 'W'.repeat(300) }],
  ['Chinese', { ...words, title: '冥想音乐会：一个让心灵安静下来的夜晚，小提琴、长笛与鼓的音乐', performer: '瓦苏德夫与他的乐团' }],
  ['Arabic', { ...words, title: 'موسيقى للتأمل: مساء يهدأ فيه العقل '.repeat(3).trim(), place: 'قاعة الحفلات, برينستون' }],
  ['Devanagari and Tamil', { ...words, title: 'ध्यान के लिए संगीत की एक शाम', performer: 'நீலன் வாசுதேவ் மற்றும் குழு' }],
];

/** How much a dot is another than without words, from 0 to 255: JPEG blurs what is next to a letter. */
const SEEN = 60;

async function dotsOf(picture: Buffer): Promise<Uint8ClampedArray> {
  const image = await loadImage(picture);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

describe('the picture of shared links', () => {
  it('B4-573 says the title, who performs, the date and the place, under a name that changes with them and with nothing else', () => {
    const concert: Concert = { ...first, performer: 'Asha' };
    const said = pictureWords(concert)!;
    expect(said).toEqual({
      title: 'Music for Meditation Concert',
      performer: 'Asha',
      date: 'Saturday, January 16, 2027, 6 PM EST',
      place: 'Riverside Concert Hall, 100 Riverside Drive, Princeton, NJ 08540',
    });
    const nameOf = (change: Partial<Concert>) => pictureName(pictureWords({ ...concert, ...change })!);
    const name = nameOf({});
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(nameOf({ supportPhone: '(555) 000-0000', version: 9 })).toBe(name);
    const others = [
      nameOf({ title: 'Night Ragas' }),
      nameOf({ performer: '' }),
      nameOf({ startsAt: new Date('2027-03-20T22:00:00.000Z') }),
      nameOf({ venue: { name: 'Barn', address: 'Field' } }),
      nameOf({ state: 'cancelled' }),
    ];
    expect(new Set([name, ...others]).size).toBe(6);
  });

  it('B4-573 leaves emoji out, and is not drawn where a font lacks a letter', () => {
    expect(pictureWords({ ...first, title: '🎵 Night  Ragas 🎶' })?.title).toBe('Night Ragas');
    expect(pictureWords({ ...first, title: 'ขอเชิญ 冥想 명상 עברית Đặng' })).toBeDefined();
    expect(pictureWords({ ...first, title: 'მუსიკა' })).toBeUndefined();
    expect(pictureWords({ ...first, title: '🎵' })).toBeUndefined();
  });

  it.each(EXTREMES)('B4-573 keeps words in their room and lines apart: %s', async (_, said) => {
    const { lines } = layOut(said, (_part, size, text) => text.length * size * 0.6);
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      if (before) expect(line.baseline - before.baseline).toBeGreaterThanOrEqual(line.size);
      expect(line.text.length * line.size * 0.6).toBeLessThanOrEqual(ROOM + line.size);
    }
    expect(lines[0]!.baseline - lines[0]!.size).toBeGreaterThanOrEqual(MARGIN / 2);
    expect(lines.at(-1)!.baseline).toBeLessThanOrEqual(LINK.height - MARGIN);

    const [plain, drawn] = await Promise.all([
      drawPicture({ title: ' ', performer: '', date: ' ', place: ' ' }).then(dotsOf),
      drawPicture(said).then(dotsOf),
    ]);
    expect(drawn.length).toBe(LINK.width * LINK.height * 4);
    let [inside, outside] = [0, 0];
    for (let at = 0; at < drawn.length; at += 4) {
      if (Math.abs(drawn[at]! - plain[at]!) <= SEEN) continue;
      const [x, y] = [(at / 4) % LINK.width, Math.floor(at / 4 / LINK.width)];
      const isInside = x >= MARGIN - 12 && x <= MARGIN + ROOM + 40 && y >= MARGIN / 2 && y <= LINK.height - MARGIN / 2;
      if (isInside) inside += 1;
      else outside += 1;
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(2_000);
  });

  it('B4-573 makes lines even, and breaks no word that fits', () => {
    const linesOf = (title: string) =>
      layOut({ ...words, title }, (_part, size, text) => text.length * size * 0.6)
        .lines.filter(({ part }) => part === 'title')
        .map(({ text }) => text);
    expect(linesOf('Night Ragas by the River')).toEqual(['Night Ragas', 'by the River']);
    expect(linesOf('Music for Meditation Concert')).toEqual(['Music for', 'Meditation Concert']);
    expect(linesOf('Om')).toEqual(['Om']);
  });

  it('B4-573 is drawn once however many ask, again after a change, and again after a drawing that failed', async () => {
    let concert = first;
    let fails = false;
    const titles: string[] = [];
    const drawn = (concertNow: Concert) => ({
      name: concertNow.title,
      draw: () => {
        titles.push(concertNow.title);
        return fails ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from(concertNow.title));
      },
    });
    const drawings = { jpg: drawn, 'flyer.jpg': drawn, 'flyer.pdf': drawn };
    const show = new ShowPicture({ current: () => Promise.resolve(concert) }, drawings);
    await Promise.all(Array.from({ length: 50 }, () => show.now('jpg')));
    expect(titles).toEqual(['Music for Meditation Concert']);
    concert = { ...first, title: 'Night Ragas' };
    fails = true;
    await expect(show.now('jpg')).rejects.toThrow('no memory');
    fails = false;
    expect((await show.now('jpg'))?.bytes.toString()).toBe('Night Ragas');
    expect(titles).toEqual(['Music for Meditation Concert', 'Night Ragas', 'Night Ragas']);
    await show.now('flyer.pdf');
    expect((await show.now('jpg'))?.bytes.toString()).toBe('Night Ragas');
    expect(titles).toHaveLength(4);
  });
});

describe('the flyer', () => {
  const said = flyerWords({ ...first, siteUrl: 'https://music.example/' })!;

  it('B5-557 says what the picture of links says, from what price, and where the site is', () => {
    expect(said).toMatchObject({ ...pictureWords(first), price: 'From $25', site: 'https://music.example/' });
    expect(flyerWords({ ...first, state: 'cancelled' })).toMatchObject({ date: 'This concert is cancelled', price: '' });
    expect(flyerWords({ ...first, title: '🎵' })).toBeUndefined();
  });

  it('B5-557 carries a code that opens the site, as a picture and as a page to print', async () => {
    const image = await loadImage(await drawFlyer(said, 'jpg'));
    expect([image.width, image.height]).toEqual([FLYER.width, FLYER.height]);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    expect(jsqr.default(data, width, height)?.data).toBe('https://music.example/');
    const pdf = await drawFlyer(said, 'pdf');
    expect([pdf.subarray(0, 5).toString(), /\/MediaBox \[0 0 595/.test(pdf.toString('latin1'))]).toEqual(['%PDF-', true]);
  });

  it.each(EXTREMES)('B5-557 keeps words above the code, in their room: %s', (_, extreme) => {
    const { lines } = layOut(extreme, (_part, size, text) => text.length * size * 0.6, FLYER);
    expect(lines[0]!.baseline - lines[0]!.size).toBeGreaterThanOrEqual(FLYER.margin / 2);
    expect(lines.at(-1)!.baseline).toBeLessThanOrEqual(FLYER.height - FLYER.margin - FLYER.below);
    for (const line of lines) expect(line.text.length * line.size * 0.6).toBeLessThanOrEqual(FLYER.room + line.size);
  });
});
