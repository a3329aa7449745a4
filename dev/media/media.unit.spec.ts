import { readFile, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../system/rooms.ts';
import { loopSeconds, PIECES } from './pieces.ts';
import { PICTURES } from './pictures.ts';
import type { Loop } from './instruments.ts';
import { render } from './sound.ts';
import { MARGIN_SECONDS, wavOf } from './wav.ts';

const { PI, abs, cos, hypot, log, max, sqrt } = Math;
const MEDIA = path.join(ROOT, 'mfe-public/content/media');
/** Low, so that twelve pieces are played quickly; the rule is the same at every rate. */
const SAMPLE_RATE = 6_000;

interface SignEntry {
  readonly name: string;
  readonly music: string;
  readonly sound: string;
  readonly loopStart: number;
  readonly loopSeconds: number;
}

const SIGNS = JSON.parse(await readFile(path.join(ROOT, 'mfe-public/content/signs.json'), 'utf8')) as SignEntry[];

/** How strong a frequency is in a piece (Goertzel). */
function strength(samples: Float32Array, frequency: number): number {
  const turn = 2 * cos((2 * PI * frequency) / SAMPLE_RATE);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + turn * last - before];
  return sqrt(max(0, last * last + before * before - turn * last * before)) / samples.length;
}

/** The twelve notes of the octave by their strength, from C, and how bright the whole is. */
function heard(loop: Loop): { notes: number[]; brightness: number } {
  const notes = Array.from({ length: 12 }, (_, note) =>
    [2, 3, 4].reduce((sum, octave) => sum + strength(loop.left, 32.703 * 2 ** (octave + note / 12)), 0),
  );
  const whole = hypot(...notes);
  let [crossings, before] = [0, 0];
  for (const sample of loop.left) {
    if (sample > 0 !== before > 0) crossings += 1;
    before = sample;
  }
  return { notes: notes.map((note) => note / whole), brightness: crossings / loop.left.length };
}

/** Seconds an MP4 file says it lasts. */
function secondsOfMp4(bytes: Buffer): number {
  const header = bytes.indexOf('mvhd');
  return bytes.readUInt32BE(header + 20) / bytes.readUInt32BE(header + 16);
}

describe('the twelve pieces', () => {
  const played = new Map<string, Loop>();

  beforeAll(() => {
    for (const piece of PIECES) played.set(piece.sign, render(piece, SAMPLE_RATE));
  });

  it.each(PIECES)('$sign lasts at least 30 seconds and has no seam', (piece) => {
    const { left, right } = played.get(piece.sign)!;
    expect(left.length / SAMPLE_RATE).toBeGreaterThanOrEqual(30);
    for (const channel of [left, right]) {
      let steepest = 0;
      let energy = 0;
      for (let index = 1; index < channel.length; index += 1) steepest = max(steepest, abs(channel[index]! - channel[index - 1]!));
      for (const sample of channel) energy += sample * sample;
      expect(abs(channel[0]! - channel.at(-1)!)).toBeLessThanOrEqual(steepest / 2);
      // What rings over the end is heard at the beginning: the first tenth of a second is not silence.
      const opening = channel.subarray(0, SAMPLE_RATE / 10).reduce((sum, sample) => sum + sample * sample, 0) / (SAMPLE_RATE / 10);
      expect(opening).toBeGreaterThan(energy / channel.length / 400);
      expect(sqrt(energy / channel.length)).toBeGreaterThan(0.05);
      expect(channel.every((sample) => abs(sample) < 1)).toBe(true);
    }
  });

  it('B6-08 are heard apart: by their notes, their pace or their colour, and never by one of them alone', () => {
    const features = PIECES.map((piece) => ({ piece, ...heard(played.get(piece.sign)!) }));
    for (const [index, one] of features.entries()) {
      for (const other of features.slice(index + 1)) {
        const alike = one.notes.reduce((sum, note, place) => sum + note * other.notes[place]!, 0);
        const differences = [
          alike < 0.9,
          abs(log(one.piece.beatsPerMinute / other.piece.beatsPerMinute)) > log(1.08),
          one.piece.voice !== other.piece.voice,
          abs(log(one.brightness / other.brightness)) > log(1.12),
          one.piece.pulse !== other.piece.pulse,
        ].filter(Boolean).length;
        expect({ pair: `${one.piece.sign} and ${other.piece.sign}`, apart: differences >= 2 }).toMatchObject({ apart: true });
      }
    }
  });

  it('a file carries the same circle before and after its one turn', () => {
    const loop = played.get('Aries')!;
    const bytes = wavOf(loop);
    const margin = MARGIN_SECONDS * SAMPLE_RATE;
    const frame = (at: number) => bytes.readInt16LE(44 + at * 4);
    for (const at of [0, 17, margin, margin * 2 - 1]) expect(frame(at)).toBe(frame(at + loop.left.length));
  });
});

describe('the files of the site', () => {
  it('name the twelve signs in the order of the specification, each with its music', () => {
    expect(SIGNS.map(({ name }) => name)).toEqual(PIECES.map(({ sign }) => sign));
    expect(SIGNS.map(({ name }) => name)).toEqual([
      'Aquarius',
      'Aries',
      'Cancer',
      'Capricorn',
      'Gemini',
      'Leo',
      'Libra',
      'Pisces',
      'Sagittarius',
      'Scorpio',
      'Taurus',
      'Virgo',
    ]);
    for (const [index, sign] of SIGNS.entries()) {
      const piece = PIECES[index]!;
      expect(sign.music).toContain(`${piece.beatsPerMinute} beats a minute`);
      expect(sign.loopSeconds).toBeCloseTo(loopSeconds(piece), 2);
      expect(sign.loopStart).toBe(MARGIN_SECONDS);
    }
  });

  it.each(SIGNS.map(({ sound, loopStart, loopSeconds: turn }) => ({ sound, loopStart, turn })))(
    '$sound: both encodings hold the whole circle and stay small',
    async ({ sound, loopStart, turn }) => {
      const mp4 = await readFile(path.join(MEDIA, `music/${sound}.m4a`));
      expect(secondsOfMp4(mp4)).toBeGreaterThanOrEqual(turn + 2 * loopStart - 0.05);
      const webm = await readFile(path.join(MEDIA, `music/${sound}.webm`));
      expect(webm.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      for (const bytes of [mp4, webm]) expect(bytes.length).toBeLessThan(330_000);
    },
  );

  it('S2-76 are twelve recordings of twelve signs: no two files hold the same', async () => {
    const files = SIGNS.flatMap(({ sound }) => [`${sound}.m4a`, `${sound}.webm`]);
    const contents = await Promise.all(
      files.map(async (file) =>
        createHash('sha256')
          .update(await readFile(path.join(MEDIA, 'music', file)))
          .digest('hex'),
      ),
    );
    expect(SIGNS.map(({ name, sound }) => [name, sound])).toEqual(SIGNS.map(({ name }) => [name, name.toLowerCase()]));
    expect(new Set(contents).size).toBe(24);
  });

  it.each(Object.keys(PICTURES))('the picture %s is the one that is drawn here, and small', async (name) => {
    const drawn = PICTURES[name]!();
    expect(await readFile(path.join(MEDIA, `pictures/${name}.svg`), 'utf8')).toBe(drawn);
    expect(drawn.length).toBeLessThan(32_000);
  });

  it('show every artist as a person with the instrument', async () => {
    const artists = JSON.parse(await readFile(path.join(ROOT, 'mfe-public/content/artists.json'), 'utf8')) as {
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

  it('hold a film of at most 1.5 MB, its first picture and its captions', async () => {
    for (const name of ['teacher.webm', 'teacher.mp4']) expect((await stat(path.join(MEDIA, 'film', name))).size).toBeLessThan(1_500_000);
    expect(secondsOfMp4(await readFile(path.join(MEDIA, 'film/teacher.mp4')))).toBeCloseTo(16, 0);
    expect((await stat(path.join(MEDIA, 'film/teacher.webp'))).size).toBeLessThan(40_000);
    expect(await readFile(path.join(MEDIA, 'film/teacher.vtt'), 'utf8')).toMatch(/^WEBVTT\n/);
  });
});
