import type { Loop } from './instruments.ts';

const { round } = Math;

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
