import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { firstConcert, type Concert } from '../concert/concert.ts';
import { pictureWordsOf } from '../concert/show-concert.ts';
import { drawPicture, PICTURE, pictureName } from './canvas-picture.ts';
import type { PictureWords } from './picture-words.ts';
import { SharePicture } from './share-picture.ts';

const first = firstConcert('open', new Date('2026-11-21T12:00:00.000Z'));
const words = pictureWordsOf(first)!;
const EXTREMES: readonly (readonly [string, Partial<PictureWords>])[] = [
  ['usual', {}],
  ['short', { title: 'Om', performer: '' }],
  ['as long as the settings allow', { title: 'Evening '.repeat(15), performer: 'Ensemble '.repeat(13), place: 'Street '.repeat(60) }],
  ['one word that is longer than a line', { title: 'W'.repeat(120), performer: 'M'.repeat(120), place: 'W'.repeat(300) }],
  ['Chinese', { title: '冥想音乐会：一个让心灵安静下来的夜晚，小提琴、长笛与鼓的音乐', performer: '瓦苏德夫与他的乐团' }],
  ['Arabic', { title: 'موسيقى للتأمل: مساء يهدأ فيه العقل '.repeat(3).trim(), place: 'قاعة الحفلات, برينستون' }],
  ['Devanagari and Tamil', { title: 'ध्यान के लिए संगीत की एक शाम', performer: 'நீலன் வாசுதேவ் மற்றும் குழு' }],
];

/** How much a dot is another than without words, from 0 to 255: JPEG blurs what is next to a letter. */
const SEEN = 60;

async function dotsOf(picture: Promise<Buffer>): Promise<Uint8ClampedArray> {
  const image = await loadImage(await picture);
  expect([image.width, image.height]).toEqual([PICTURE.width, PICTURE.height]);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

describe('the picture of shared links', () => {
  it('B4-573 says the title, who performs, the date and the place, under a name that changes with them and with nothing else', () => {
    expect(words).toEqual({
      title: 'Music for Meditation Concert',
      performer: first.performer,
      date: 'Saturday, January 16, 2027, 6 PM EST',
      place: 'Riverside Concert Hall, 100 Riverside Drive, Princeton, NJ 08540',
    });
    const nameOf = (change: Partial<Concert>) => pictureName(pictureWordsOf({ ...first, ...change })!);
    const name = nameOf({});
    expect(name).toMatch(/^[0-9a-f]{16}\.jpg$/);
    expect(nameOf({ supportPhone: '(555) 000-0000', version: 9 })).toBe(name);
    const others = [
      nameOf({ title: 'Night Ragas' }),
      nameOf({ performer: 'Asha' }),
      nameOf({ startsAt: new Date('2027-03-20T22:00:00.000Z') }),
      nameOf({ venue: { name: 'Barn', address: 'Field' } }),
      nameOf({ state: 'cancelled' }),
    ];
    expect(new Set([name, ...others]).size).toBe(6);
  });

  it('leaves emoji out, and is not drawn where a font lacks a letter', () => {
    const said = (title: string) => pictureWordsOf({ ...first, title });
    expect(said('🎵 Night  Ragas 🎶')?.title).toBe('Night Ragas');
    expect(said('ขอเชิญ 冥想 명상 עברית Đặng')).toBeDefined();
    expect([said('მუსიკა'), said('🎵')]).toEqual([undefined, undefined]);
  });

  it.each(EXTREMES)('keeps words in their room: %s', async (_, change) => {
    const [plain, drawn] = await Promise.all([
      dotsOf(drawPicture({ title: ' ', performer: '', date: ' ', place: ' ' })),
      dotsOf(drawPicture({ ...words, ...change })),
    ]);
    let [inside, outside] = [0, 0];
    for (let at = 0; at < drawn.length; at += 4) {
      if (Math.abs(drawn[at]! - plain[at]!) <= SEEN) continue;
      const [x, y] = [(at / 4) % PICTURE.width, Math.floor(at / 4 / PICTURE.width)];
      const { margin, room, height } = PICTURE;
      const isInside = x >= margin - 12 && x <= margin + room + 12 && y >= margin / 2 && y <= height - margin / 2;
      if (isInside) inside += 1;
      else outside += 1;
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(2_000);
  });

  it('is drawn once however many ask, again after a change, and again after a drawing that failed', async () => {
    let fails = false;
    const titles: string[] = [];
    const picture = new SharePicture(({ title }) => {
      titles.push(title);
      return fails ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from(title));
    });
    await Promise.all(Array.from({ length: 50 }, () => picture.of(words)));
    expect(titles).toEqual([words.title]);
    const changed = { ...words, title: 'Night Ragas' };
    fails = true;
    await expect(picture.of(changed)).rejects.toThrow('no memory');
    fails = false;
    expect((await picture.of(changed)).bytes.toString()).toBe('Night Ragas');
    expect(titles).toEqual([words.title, 'Night Ragas', 'Night Ragas']);
  });
});
