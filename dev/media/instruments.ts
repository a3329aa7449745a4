import type { Voice } from './pieces.ts';

// Taken once: millions of samples ask for them, and inside a test's own world each look at a global is slow.
const { PI, cos, exp, max, min, round, sin } = Math;

/** Two channels that begin again where they end. */
export interface Loop {
  readonly sampleRate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

interface Timbre {
  /** Strength of each partial, the first first. */
  readonly partials: readonly number[];
  readonly attack: number;
  /** Seconds until a partial has faded to a third; absent where the player holds the note. */
  readonly decay?: number;
  readonly release: number;
  /** How far the note sways, as a part of its frequency. */
  readonly sway: number;
  readonly swaysPerSecond: number;
  readonly breath: number;
}

/** How each voice sounds, and the drone below them. */
export const TIMBRES: Readonly<Record<Voice | 'drone', Timbre>> = {
  plucked: {
    partials: [1, 0.62, 0.44, 0.3, 0.2, 0.13, 0.08],
    attack: 0.004,
    decay: 1.1,
    release: 0.3,
    sway: 0,
    swaysPerSecond: 0,
    breath: 0,
  },
  struck: { partials: [1, 0.28, 0.1, 0.16, 0.03], attack: 0.012, decay: 1.9, release: 0.5, sway: 0.0006, swaysPerSecond: 3.1, breath: 0 },
  blown: { partials: [1, 0.3, 0.1, 0.03], attack: 0.14, release: 0.35, sway: 0.0045, swaysPerSecond: 4.6, breath: 0.05 },
  bowed: {
    partials: [1, 0.7, 0.5, 0.42, 0.28, 0.2, 0.14, 0.1],
    attack: 0.28,
    release: 0.5,
    sway: 0.0038,
    swaysPerSecond: 5.2,
    breath: 0.008,
  },
  drone: {
    partials: [1, 0.75, 0.66, 0.5, 0.42, 0.34, 0.24, 0.16],
    attack: 0.05,
    decay: 2.6,
    release: 0.9,
    sway: 0,
    swaysPerSecond: 0,
    breath: 0,
  },
};

interface Note {
  readonly at: number;
  readonly frequency: number;
  readonly seconds: number;
  readonly gain: number;
  /** From -1, left, to 1, right. */
  readonly place: number;
}

/** Adds a note to the circle; what rings past the end goes on at the beginning. */
export function addNote({ sampleRate, left, right }: Loop, note: Note, timbre: Timbre, random: () => number): void {
  const total = left.length;
  const start = round(note.at * sampleRate);
  const length = round((note.seconds + timbre.release) * sampleRate);
  const held = note.seconds * sampleRate;
  const attack = timbre.attack * sampleRate;
  const step = (2 * PI * note.frequency) / sampleRate;
  const gainLeft = note.gain * cos(((note.place + 1) * PI) / 4);
  const gainRight = note.gain * sin(((note.place + 1) * PI) / 4);
  const strengths = Float64Array.from(timbre.partials.filter((_, index) => note.frequency * (index + 1) < sampleRate * 0.45));
  const fades = strengths.map((_, partial) => (timbre.decay === undefined ? 1 : exp(-(1 + 0.55 * partial) / timbre.decay / sampleRate)));
  let phase = 0;
  let breath = 0;
  for (let index = 0; index < length; index += 1) {
    const seconds = index / sampleRate;
    const settled = min(1, seconds / 0.5);
    phase += step * (1 + timbre.sway * settled * sin(2 * PI * timbre.swaysPerSecond * seconds));
    // Sines of the multiples of an angle follow from the first two, and a fade is the same step again and again.
    let [sine, before] = [sin(phase), 0];
    const twice = 2 * cos(phase);
    let value = 0;
    for (let partial = 0; partial < strengths.length; partial += 1) {
      value += strengths[partial]! * sine;
      strengths[partial] = strengths[partial]! * fades[partial]!;
      [sine, before] = [twice * sine - before, sine];
    }
    if (timbre.breath > 0) {
      breath += 0.25 * (random() * 2 - 1 - breath);
      value += breath * timbre.breath * 4;
    }
    const rising = index < attack ? index / attack : 1;
    const falling = index < held ? 1 : max(0, 1 - (index - held) / (length - held)) ** 2;
    const out = value * rising * falling;
    const place = (start + index) % total;
    left[place] = left[place]! + out * gainLeft;
    right[place] = right[place]! + out * gainRight;
  }
}

/** One stroke of a drum: a tone that falls a little, and the skin. */
export function addStroke(
  { sampleRate, left, right }: Loop,
  at: number,
  { from, to, seconds, gain, skin, place }: { from: number; to: number; seconds: number; gain: number; skin: number; place: number },
  random: () => number,
): void {
  const start = round(at * sampleRate);
  const length = round(seconds * sampleRate * 4);
  const gainLeft = gain * cos(((place + 1) * PI) / 4);
  const gainRight = gain * sin(((place + 1) * PI) / 4);
  let phase = 0;
  let dull = 0;
  for (let index = 0; index < length; index += 1) {
    const elapsed = index / sampleRate;
    phase += (2 * PI * (to + (from - to) * exp(-elapsed * 22))) / sampleRate;
    dull += 0.35 * (random() * 2 - 1 - dull);
    const rising = min(1, index / (0.003 * sampleRate));
    const value =
      rising * (exp(-elapsed / seconds) * (sin(phase) + 0.35 * sin(2 * phase) + 0.16 * sin(3 * phase)) + skin * dull * exp(-elapsed * 55));
    const target = (start + index) % left.length;
    left[target] = left[target]! + value * gainLeft;
    right[target] = right[target]! + value * gainRight;
  }
}
