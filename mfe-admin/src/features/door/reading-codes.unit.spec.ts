import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { create } from 'qrcode';
import { watchForCodes, type Reader } from './decoder.ts';
import { oneAfterTheOther } from './one-after-the-other.ts';
import { readCodes as read, type Picture } from './read-codes.ts';
import { isOneBlack, watchPicture } from './watch-picture.ts';

const code = (n: number) => `T1.0a1f.${String(n).repeat(20)}.${'aZ-9_q'.repeat(15).slice(0, 86)}`;

/** However busy this machine is. */
const readCodes = (seen: Picture) => read(seen, 60_000);

interface Placed {
  readonly text: string;
  readonly at: readonly [number, number];
  /** Dots of the picture for one square of the code. */
  readonly dots: number;
}

/** A picture of codes on white paper, seen by a camera that blurs each dot over so many of its neighbours. */
function picture(placed: readonly Placed[], blur = 0, [width, height] = [1_280, 720]): Picture {
  let light = new Float32Array(width * height).fill(90);
  for (const { text, at, dots } of placed) {
    const { modules } = create(text, { errorCorrectionLevel: TICKET_CODE_ERROR_CORRECTION });
    const half = ((modules.size + 8) * dots) / 2;
    for (let y = Math.max(0, Math.ceil(at[1] - half)); y < Math.min(height, at[1] + half); y += 1) {
      for (let x = Math.max(0, Math.ceil(at[0] - half)); x < Math.min(width, at[0] + half); x += 1) {
        const [column, row] = [Math.floor((x - at[0] + half) / dots) - 4, Math.floor((y - at[1] + half) / dots) - 4];
        const inside = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
        light[y * width + x] = inside && modules.get(row, column) ? 20 : 235;
      }
    }
  }
  for (const step of blur > 0 ? [1, width] : []) {
    light = light.map((_, at) => {
      let [sum, count] = [0, 0];
      for (let n = -blur; n <= blur; n += 1) {
        const other = light[at + n * step];
        if (other === undefined) continue;
        sum += other;
        count += 1;
      }
      return sum / count;
    });
  }
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  light.forEach((value, at) => pixels.fill(value, at * 4, at * 4 + 3));
  return { pixels, width, height };
}

describe('codes in a picture', () => {
  it('B5-519 two side by side are both read', () => {
    const both = [code(1), code(2)];
    const placed = both.map((text, n): Placed => ({ text, at: [380 + n * 520, 360], dots: 5 }));
    expect(readCodes(picture(placed)).sort()).toEqual(both);
  });

  it('B5-519 the six of a booking are all read', () => {
    const six = [1, 2, 3, 4, 5, 6].map(code);
    const placed = six.map((text, n): Placed => ({ text, at: [230 + (n % 3) * 400, 185 + Math.floor(n / 3) * 350], dots: 3.5 }));
    expect(readCodes(picture(placed)).sort()).toEqual(six);
  });

  it('B5-519 the whole one between two that are cut off is read', () => {
    const placed = [30, 360, 690].map((y, n): Placed => ({ text: code(n), at: [640, y], dots: 3.5 }));
    expect(readCodes(picture(placed))).toEqual([code(1)]);
  });

  it.each([
    ['small', 2, 0],
    ['blurred', 4, 1],
    ['large and very blurred', 7, 3],
  ])('B5-519 one that is %s is read', (_, dots, blur) => {
    expect(readCodes(picture([{ text: code(7), at: [640, 360], dots }], blur))).toEqual([code(7)]);
  });

  it('nothing is read where there is none', () => {
    expect(readCodes(picture([]))).toEqual([]);
  });
});

describe('the readers of a camera', () => {
  let seen: string[];
  let broken: number;
  let stop: () => void;
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const reads = (read: Reader['read']) => ({ read: jest.fn(read) });
  const sees = (...codes: string[]) => reads(() => Promise.resolve(codes));
  const refuses = () => reads(() => Promise.reject(new DOMException('service unavailable', 'NotSupportedError')));
  const silent = () => reads(() => new Promise<never>(() => undefined));
  const start = (browser: Reader | undefined, own: Reader) => {
    stop = watchForCodes({ browser, own, onCodes: (codes) => void seen.push(...codes), onBroken: () => (broken += 1) });
  };

  beforeEach(() => {
    jest.useFakeTimers();
    [seen, broken] = [[], 0];
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  it.each([
    ['there is none', () => undefined],
    ['refuses', refuses],
    ['never answers', silent],
    ['never finds anything', () => sees()],
    ['reads only smaller codes', () => sees('https://concert.example')],
  ])('B5-518 the page’s own reads within two seconds where the browser’s %s', async (_, browser) => {
    start(browser(), sees(code(1)));
    await pass(2_000);
    expect(seen).toContain(code(1));
    expect(broken).toBe(0);
  });

  it('B5-518 the page’s own rests once the browser’s has read, and is back when that fails', async () => {
    let works = true;
    const own = sees(code(2));
    start(
      reads(() => (works ? Promise.resolve([code(1)]) : Promise.reject(new Error('gone')))),
      own,
    );
    await pass(1_000);
    const before = own.read.mock.calls.length;
    await pass(5_000);
    expect(own.read.mock.calls.length).toBe(before);
    works = false;
    seen = [];
    await pass(1_000);
    expect(new Set(seen)).toEqual(new Set([code(2)]));
  });

  it.each([
    ['both refuse', refuses, refuses, 500],
    ['both never answer', silent, silent, 20_000],
    ['there is one and it does not load', () => undefined, refuses, 500],
  ])('B5-518 it is said once that nothing can be read where %s', async (_, browser, own, ms) => {
    start(browser(), own());
    await pass(ms);
    expect(broken).toBe(1);
    await pass(30_000);
    expect(broken).toBe(1);
  });

  it('read no more pictures once they are stopped', async () => {
    const own = sees(code(1));
    start(undefined, own);
    await pass(500);
    stop();
    const before = [own.read.mock.calls.length, seen.length];
    await pass(5_000);
    expect([own.read.mock.calls.length, seen.length]).toEqual(before);
  });
});

describe('several codes before the camera', () => {
  it('B5-519 are scanned one after the other, each once while it is seen, and again after it was away', () => {
    const scanned: [number, string][] = [];
    let now = 0;
    const take = oneAfterTheOther((text) => void scanned.push([now, text]));
    for (; now < 5_000; now += 200) take(['a', 'b', 'c'], now);
    expect(scanned).toEqual([
      [0, 'a'],
      [1_200, 'b'],
      [2_400, 'c'],
    ]);
    for (; now < 9_000; now += 200) take(['b'], now);
    for (; now < 12_000; now += 200) take(['a', 'b'], now);
    expect(scanned.slice(3)).toEqual([[9_000, 'a']]);
  });
});

describe('a camera', () => {
  const film = () => {
    const seen = { pictures: 0, isBlack: false };
    const track = new EventTarget();
    const lost = jest.fn();
    const stop = watchPicture(() => ({ ...seen }), { getTracks: () => [track] } as unknown as MediaStream, lost);
    return { seen, track, lost, stop };
  };
  const shown = (visible: boolean) => {
    (globalThis as { document?: unknown }).document = { visibilityState: visible ? 'visible' : 'hidden' };
  };

  beforeEach(() => {
    jest.useFakeTimers();
    shown(true);
  });
  afterEach(() => {
    jest.useRealTimers();
    delete (globalThis as { document?: unknown }).document;
  });

  it('B5-518 that is pulled out, or may not be used any more, is told as lost', () => {
    const { track, lost } = film();
    track.dispatchEvent(new Event('ended'));
    jest.advanceTimersByTime(10_000);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('B5-604 that gives nothing but an even black is told as lost within seconds; a dark room is none', () => {
    const { seen, lost } = film();
    const next = (isBlack: boolean) => {
      Object.assign(seen, { pictures: seen.pictures + 1, isBlack });
      jest.advanceTimersByTime(500);
    };
    for (let n = 0; n < 5; n += 1) next(true);
    next(false);
    for (let n = 0; n < 5; n += 1) next(true);
    expect(lost).not.toHaveBeenCalled();
    for (let n = 0; n < 2; n += 1) next(true);
    expect(lost).toHaveBeenCalledTimes(1);

    const dots = new Uint8ClampedArray(4 * 400).map((_, at) => (at % 4 === 3 ? 255 : 0));
    expect(isOneBlack(dots)).toBe(true);
    dots[813] = 1;
    expect(isOneBlack(dots)).toBe(false);
    // Held before white paper.
    expect(isOneBlack(new Uint8ClampedArray(4 * 400).fill(255))).toBe(false);
  });

  it('B5-518 whose picture stands still is told as lost, not while the page is hidden', () => {
    const { seen, lost } = film();
    for (let n = 0; n < 10; n += 1) {
      seen.pictures += 1;
      jest.advanceTimersByTime(500);
    }
    shown(false);
    jest.advanceTimersByTime(60_000);
    shown(true);
    jest.advanceTimersByTime(2_000);
    expect(lost).not.toHaveBeenCalled();
    jest.advanceTimersByTime(2_000);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('that was switched off is not called lost', () => {
    const { track, lost, stop } = film();
    stop();
    track.dispatchEvent(new Event('ended'));
    jest.advanceTimersByTime(60_000);
    expect(lost).not.toHaveBeenCalled();
  });
});
