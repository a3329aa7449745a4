import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const CONTENT = import.meta.dirname;
const MEDIA = path.join(CONTENT, 'media');

interface SignEntry {
  readonly name: string;
  readonly sound: string;
  readonly loopStart: number;
  readonly loopSeconds: number;
}

const SIGNS = JSON.parse(await readFile(path.join(CONTENT, 'signs.json'), 'utf8')) as SignEntry[];
const SIGNS_IN_ORDER = 'Aquarius, Aries, Cancer, Capricorn, Gemini, Leo, Libra, Pisces, Sagittarius, Scorpio, Taurus, Virgo';

/** Seconds an MP4 file says it lasts. */
function secondsOfMp4(bytes: Buffer): number {
  const header = bytes.indexOf('mvhd');
  return bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16);
}

describe('the files of the site', () => {
  it('name the twelve signs in the order of the specification, each with its music', () => {
    expect(SIGNS.map(({ name }) => name).join(', ')).toBe(SIGNS_IN_ORDER);
    expect(SIGNS.map(({ sound }) => sound)).toEqual(SIGNS.map(({ name }) => name.toLowerCase()));
  });

  it.each(SIGNS)(
    'B6-518 $sound lasts at least 30 seconds: both encodings hold the whole circle and stay small',
    async ({ sound, loopStart, loopSeconds }) => {
      expect(loopSeconds).toBeGreaterThanOrEqual(30);
      const mp4 = await readFile(path.join(MEDIA, `music/${sound}.m4a`));
      expect(secondsOfMp4(mp4)).toBeGreaterThanOrEqual(loopSeconds + 2 * loopStart - 0.05);
      const webm = await readFile(path.join(MEDIA, `music/${sound}.webm`));
      expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      for (const bytes of [mp4, webm]) expect(bytes.length).toBeLessThan(330_000);
    },
  );

  it('S2-76 B6-518 are twelve recordings of twelve signs: no two files hold the same', async () => {
    const files = SIGNS.flatMap(({ sound }) => [`${sound}.m4a`, `${sound}.webm`]);
    const hashOf = async (file: string) =>
      createHash('sha256')
        .update(await readFile(path.join(MEDIA, 'music', file)))
        .digest('hex');
    expect(new Set(await Promise.all(files.map(hashOf))).size).toBe(24);
  });

  it('show every artist as a person with the instrument', async () => {
    const artists = JSON.parse(await readFile(path.join(CONTENT, 'artists.json'), 'utf8')) as {
      instrument: string;
      picture: string;
    }[];
    expect(artists).toHaveLength(5);
    for (const { instrument, picture } of artists) {
      const drawn = await readFile(path.join(MEDIA, 'pictures', picture), 'utf8');
      for (const part of ['head', 'hand', instrument.toLowerCase()])
        expect({ picture, part, shown: drawn.includes(`data-part="${part}"`) }).toEqual({ picture, part, shown: true });
    }
  });

  it('B5-569 hold a film of at most 1.5 MB, for phones of 400 KB, its first picture and its captions', async () => {
    for (const [name, most] of [
      ['teacher', 1_500_000],
      ['teacher-phone', 400_000],
    ] as const) {
      for (const kind of ['webm', 'mp4']) expect((await stat(path.join(MEDIA, `film/${name}.${kind}`))).size).toBeLessThan(most);
      expect(secondsOfMp4(await readFile(path.join(MEDIA, `film/${name}.mp4`)))).toBeCloseTo(16, 0);
    }
    expect((await stat(path.join(MEDIA, 'film/teacher.webp'))).size).toBeLessThan(40_000);
    expect(await readFile(path.join(MEDIA, 'film/teacher.vtt'), 'utf8')).toMatch(/^WEBVTT\n/);
  });
});
