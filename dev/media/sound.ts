import { loopSeconds, type Piece, type Voice } from './pieces.ts';

// Taken once: millions of samples ask for them, and inside a test's own world each look at a global is slow.
const { PI, abs, cos, exp, floor, imul, max, min, round, sin, sqrt } = Math;

/*
 * Music from a rule, in plain arithmetic. A piece is a circle: whatever rings on past its end is heard at its
 * beginning, the room it is played in included, so that no seam can be heard when it begins again.
 */

/** Two channels that begin again where they end. */
export interface Loop {
  readonly sampleRate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Evenly spread numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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

const TIMBRES: Readonly<Record<Voice | 'drone', Timbre>> = {
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
function addNote({ sampleRate, left, right }: Loop, note: Note, timbre: Timbre, random: () => number): void {
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
function addStroke(
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

/** Frequency of a step of the scale; steps below 0 and above the last reach into other octaves. */
function pitch({ ground, scale }: Piece, step: number): number {
  const octave = floor(step / scale.length);
  return ground * 2 ** (octave + scale[step - octave * scale.length]! / 12);
}

/** A melody that breathes: phrases that begin and end on a resting note, the first phrase again after the second. */
function melody(piece: Piece, random: () => number): { readonly beat: number; readonly beats: number; readonly step: number }[] {
  const { beatsPerBar, bars, scale } = piece;
  const fast = piece.beatsPerMinute > 66;
  const phrase = (first: number) => {
    const notes: { offset: number; beats: number; step: number }[] = [];
    let step = first;
    let offset = 0;
    const long = beatsPerBar * 2;
    while (offset < long - 1) {
      const choice = random();
      const beats = min(long - offset, fast ? (choice < 0.45 ? 1 : choice < 0.6 ? 0.5 : 2) : choice < 0.4 ? 1 : choice < 0.8 ? 2 : 3);
      // Now and then nothing: the room answers.
      if (offset === 0 || random() > 0.14) notes.push({ offset, beats, step });
      const turn = random();
      step += turn < 0.36 ? 1 : turn < 0.72 ? -1 : turn < 0.86 ? 2 : -2;
      step = max(scale.length - 2, min(scale.length * 2 + 2, step));
      offset += beats;
    }
    notes.push({ offset: min(offset, long - 1), beats: long - min(offset, long - 1), step: scale.length });
    return notes;
  };
  const first = phrase(scale.length + 2);
  const second = phrase(scale.length + 4);
  const order = [first, second, first, phrase(scale.length), second, phrase(scale.length + 1), first];
  const notes: { beat: number; beats: number; step: number }[] = [];
  for (let bar = 0, turn = 0; bar < bars; bar += 2, turn += 1) {
    const left = (bars - bar) * beatsPerBar;
    for (const { offset, beats, step } of order[turn % order.length]!) {
      if (offset < left) notes.push({ beat: bar * beatsPerBar + offset, beats: min(beats, left - offset), step });
    }
  }
  return notes;
}

/* Delays of a quiet hall, in seconds; prime to each other so that no tone is favoured. */
const COMBS = [0.0297, 0.0371, 0.0411, 0.0437] as const;
const ALLPASSES = [0.005, 0.0017] as const;

/** The hall around one channel. It is walked twice, so that its end already rings at the beginning. */
function hall(dry: Float32Array, sampleRate: number, spread: number): Float32Array {
  let wet: Float32Array = new Float32Array(dry.length);
  for (const delay of COMBS) {
    const line = new Float32Array(round((delay + spread) * sampleRate));
    let place = 0;
    let dull = 0;
    for (let pass = 0; pass < 2; pass += 1) {
      for (let index = 0; index < dry.length; index += 1) {
        const out = line[place]!;
        dull = out * 0.62 + dull * 0.38;
        line[place] = dry[index]! + dull * 0.82;
        place = (place + 1) % line.length;
        if (pass === 1) wet[index] = wet[index]! + out * 0.25;
      }
    }
  }
  for (const delay of ALLPASSES) {
    const line = new Float32Array(round((delay + spread) * sampleRate));
    const out = new Float32Array(dry.length);
    let place = 0;
    for (let pass = 0; pass < 2; pass += 1) {
      for (let index = 0; index < dry.length; index += 1) {
        const before = line[place]!;
        const value = wet[index]! + before * 0.5;
        line[place] = value;
        place = (place + 1) % line.length;
        if (pass === 1) out[index] = before - value * 0.5;
      }
    }
    wet = out;
  }
  return wet;
}

const LOUDNESS = 0.105;
const PEAK = 0.86;

/** Plays a piece once around. */
export function render(piece: Piece, sampleRate: number): Loop {
  const random = numbersFrom(piece.seed);
  const length = round(loopSeconds(piece) * sampleRate);
  const loop: Loop = { sampleRate, left: new Float32Array(length), right: new Float32Array(length) };
  const beat = 60 / piece.beatsPerMinute;
  const beats = piece.bars * piece.beatsPerBar;

  // The drone: fifth (or the note nearest to it), ground, ground, low ground, over and over.
  const fifth = piece.scale.includes(7) ? 7 : piece.scale.includes(5) ? 5 : 8;
  const droneSteps = [piece.ground * 2 ** (fifth / 12), piece.ground * 2, piece.ground * 2, piece.ground];
  const pulls = round((beats * beat) / 1.25 / 4) * 4;
  for (let pull = 0; pull < pulls; pull += 1) {
    addNote(
      loop,
      { at: (pull * beats * beat) / pulls, frequency: droneSteps[pull % 4]!, seconds: 2.6, gain: 0.1, place: pull % 2 ? 0.35 : -0.35 },
      TIMBRES.drone,
      random,
    );
  }

  const timbre = TIMBRES[piece.voice];
  const lift = piece.voice === 'struck' ? 2 : piece.voice === 'blown' ? 2 : 1;
  for (const { beat: at, beats: lasting, step } of melody(piece, random)) {
    const frequency = pitch(piece, step) * (lift === 2 ? 2 : 1);
    const seconds = timbre.decay === undefined ? lasting * beat * 0.94 : lasting * beat + 0.9;
    addNote(loop, { at: at * beat, frequency, seconds, gain: 0.27, place: 0.12 }, timbre, random);
    if (piece.voice === 'struck')
      addNote(loop, { at: at * beat, frequency: frequency / 2, seconds, gain: 0.12, place: -0.25 }, timbre, random);
  }

  if (piece.pulse !== 'none') {
    const low =
      piece.pulse === 'mridangam'
        ? { from: 118, to: 84, seconds: 0.2, gain: 0.34, skin: 0.5, place: -0.2 }
        : { from: 70, to: 104, seconds: 0.26, gain: 0.3, skin: 0.3, place: -0.25 };
    const high =
      piece.pulse === 'mridangam'
        ? { from: 320, to: 300, seconds: 0.07, gain: 0.13, skin: 1.1, place: 0.25 }
        : { from: 420, to: 412, seconds: 0.13, gain: 0.11, skin: 0.6, place: 0.25 };
    for (let count = 0; count < beats; count += 1) {
      const inBar = count % piece.beatsPerBar;
      if (inBar === 0) addStroke(loop, count * beat, low, random);
      else if (inBar % 2 === 0 || random() > 0.45) addStroke(loop, count * beat, high, random);
      if (random() > 0.78) addStroke(loop, (count + 0.5) * beat, { ...high, gain: high.gain * 0.6 }, random);
    }
  }

  const wetLeft = hall(loop.left, sampleRate, 0);
  const wetRight = hall(loop.right, sampleRate, 0.00052);
  let energy = 0;
  let peak = 0;
  for (let index = 0; index < length; index += 1) {
    const left = loop.left[index]! * 0.72 + wetLeft[index]! * 0.34;
    const right = loop.right[index]! * 0.72 + wetRight[index]! * 0.34;
    loop.left[index] = left;
    loop.right[index] = right;
    energy += left * left + right * right;
    peak = max(peak, abs(left), abs(right));
  }
  const gain = min(LOUDNESS / sqrt(energy / (2 * length)), PEAK / peak);
  for (let index = 0; index < length; index += 1) {
    loop.left[index] = loop.left[index]! * gain;
    loop.right[index] = loop.right[index]! * gain;
  }
  return loop;
}

/** Seconds of the circle that a file carries before and after its one turn: an encoder blurs the edges of a file. */
export const MARGIN_SECONDS = 0.5;

/** A turn of the circle with a margin of the same circle on either side, as the bytes of a 16-bit WAV file. */
export function wavOf(loop: Loop, marginSeconds = MARGIN_SECONDS): Buffer {
  const length = loop.left.length;
  const margin = round(marginSeconds * loop.sampleRate);
  const frames = length + 2 * margin;
  const bytes = Buffer.alloc(44 + frames * 4);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + frames * 4, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(loop.sampleRate, 24);
  bytes.writeUInt32LE(loop.sampleRate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(frames * 4, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    const from = (((frame - margin) % length) + length) % length;
    bytes.writeInt16LE(round(loop.left[from]! * 32_767), 44 + frame * 4);
    bytes.writeInt16LE(round(loop.right[from]! * 32_767), 46 + frame * 4);
  }
  return bytes;
}
