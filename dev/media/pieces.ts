/*
 * The rule behind the twelve pieces. A sign's element chooses the voice (fire is plucked, earth is struck, air is
 * blown, water is bowed) and who keeps the pulse; its place in the year chooses the pace; its scale, its ground note
 * and the turns of its melody are its own. Everything else follows from these in sound.ts and instruments.ts.
 */

export type Voice = 'plucked' | 'struck' | 'blown' | 'bowed';
export type Pulse = 'mridangam' | 'tabla' | 'none';

/** One sign's music. */
export interface Piece {
  readonly sign: string;
  readonly voice: Voice;
  readonly pulse: Pulse;
  /** Frequency of the ground note, in hertz. */
  readonly ground: number;
  /** Steps above the ground note within an octave, in semitones. */
  readonly scale: readonly number[];
  readonly beatsPerMinute: number;
  readonly beatsPerBar: number;
  readonly bars: number;
  /** Where the melody's own turns begin; another number is another melody. */
  readonly seed: number;
}

function piece(
  sign: string,
  voice: Voice,
  pulse: Pulse,
  ground: number,
  scale: readonly number[],
  beatsPerMinute: number,
  beatsPerBar: number,
  bars: number,
): Piece {
  const seed = [...sign].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return { sign, voice, pulse, ground, scale, beatsPerMinute, beatsPerBar, bars, seed };
}

/** The twelve pieces in the order of the screen. Each is 32 to 40 seconds long before it begins again. */
export const PIECES: readonly Piece[] = [
  piece('Aquarius', 'blown', 'none', 155.56, [0, 2, 4, 7, 11], 52, 4, 8),
  piece('Aries', 'plucked', 'mridangam', 146.83, [0, 2, 4, 7, 9], 84, 4, 12),
  piece('Cancer', 'bowed', 'none', 130.81, [0, 2, 4, 5, 7, 8, 10], 48, 3, 9),
  piece('Capricorn', 'struck', 'none', 98, [0, 3, 5, 8, 10], 46, 4, 7),
  piece('Gemini', 'blown', 'tabla', 164.81, [0, 2, 5, 7, 9], 92, 4, 13),
  piece('Leo', 'plucked', 'mridangam', 123.47, [0, 2, 4, 6, 7, 9, 11], 72, 4, 10),
  piece('Libra', 'blown', 'none', 138.59, [0, 2, 3, 7, 9], 60, 3, 12),
  piece('Pisces', 'bowed', 'none', 116.54, [0, 1, 5, 7, 10], 42, 4, 6),
  piece('Sagittarius', 'plucked', 'tabla', 110, [0, 2, 5, 7, 10], 96, 4, 14),
  piece('Scorpio', 'bowed', 'tabla', 103.83, [0, 1, 4, 5, 7, 8, 11], 56, 4, 8),
  piece('Taurus', 'struck', 'mridangam', 92.5, [0, 2, 4, 5, 7, 9], 54, 4, 8),
  piece('Virgo', 'struck', 'tabla', 123.47, [0, 3, 5, 7, 10], 76, 3, 15),
];

/** How long a piece lasts before it begins again. */
export function loopSeconds({ beatsPerMinute, beatsPerBar, bars }: Piece): number {
  return (bars * beatsPerBar * 60) / beatsPerMinute;
}
