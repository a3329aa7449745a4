import { addNote, addStroke, TIMBRES, type Loop } from './instruments.ts';
import { loopSeconds, type Piece } from './pieces.ts';

// Taken once: millions of samples ask for them, and inside a test's own world each look at a global is slow.
const { abs, floor, imul, max, min, round, sqrt } = Math;

/*
 * Music from a rule, in plain arithmetic. A piece is a circle: whatever rings on past its end is heard at its
 * beginning, the room it is played in included, so that no seam can be heard when it begins again.
 */

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
