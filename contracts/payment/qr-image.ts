import { z } from 'zod';

/** Longest data URL looked at; a code of our own is a few thousand characters. */
const MAX_CHARACTERS = 50_000;
/** Sides a picture of a code may have, in pixels: the smallest code there is (ISO/IEC 18004), and more than any screen needs. */
const LEAST_SIDE = 21;
const MAX_SIDE = 2_000;

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** CRC-32 as PNG counts it (ISO/IEC 15948, annex D). */
function checksum(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * Whether bytes are one whole PNG of a square picture: every chunk with its right length and checksum, the header first and
 * the end last. Nothing is inflated, so that no picture can be larger than its bytes.
 */
function isSquarePng(bytes: Uint8Array): boolean {
  if (SIGNATURE.some((byte, index) => bytes[index] !== byte)) return false;
  const view = new DataView(bytes.buffer);
  const names: string[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || view.getUint32(end) !== checksum(bytes.subarray(at + 4, end))) return false;
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    at = end + 4;
  }
  if (at !== bytes.length || names[0] !== 'IHDR' || names.at(-1) !== 'IEND' || !names.includes('IDAT')) return false;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return width === height && width >= LEAST_SIDE && width <= MAX_SIDE;
}

/** PNG data URL of a code; checked to its last byte. */
export const qrImageField = z
  .string({ error: 'QR code must be a PNG data URL' })
  .max(MAX_CHARACTERS, { error: 'QR code is too large', abort: true })
  .refine(
    (value) => {
      const bytes = bytesOf(DATA_URL.exec(value)?.[1] ?? '');
      return bytes !== undefined && isSquarePng(bytes);
    },
    { error: 'QR code must be a PNG data URL' },
  );
