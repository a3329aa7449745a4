import { describe, expect, it } from '@jest/globals';
import { TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import type { TicketId } from '@concert/contracts/core/ids';
import jsQR from 'jsqr';
import { create } from 'qrcode';
import { TicketSigner } from './ed25519-ticket-signer.ts';

/** A fixed key, so that the pictures are the same in every run: an Ed25519 seed of sevens in PKCS 8 form (RFC 8410). */
const signer = new TicketSigner([
  Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]).toString('base64'),
]);
const codes = ['tk_0123456789abcdefghjk', 'tk_zzzzzzzzzzzzzzzzzzzz', 'tk_00000000000000000001'].map((id) =>
  signer.ticketCode(id as TicketId),
);

const QUIET = 4;
/** Dots on 10 mm of paper, printed at 600 dpi. */
const TEN_MILLIMETRES = Math.floor((10 / 25.4) * 600);
/** A width at which each module of these codes is exactly five dots wide. */
const LARGE = 5 * 65;

/** A picture of a code with its quiet zone; each dot is as dark as the share of it that is inked. */
function printed(
  code: string,
  width: number,
  isDark?: (row: number, column: number, size: number) => boolean | undefined,
): Uint8ClampedArray {
  const { modules } = create(code, { errorCorrectionLevel: TICKET_CODE_ERROR_CORRECTION });
  const side = modules.size + 2 * QUIET;
  // Samples per dot in each direction; where modules are whole dots, one is enough.
  const fine = width % side === 0 ? 1 : 3;
  const inked = (row: number, column: number): boolean => {
    if (row < 0 || column < 0 || row >= modules.size || column >= modules.size) return false;
    return isDark?.(row, column, modules.size) ?? Boolean(modules.get(row, column));
  };
  const picture = new Uint8ClampedArray(width * width * 4);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let dark = 0;
      for (let i = 0; i < fine; i += 1) {
        for (let j = 0; j < fine; j += 1) {
          if (inked(Math.floor(((y + i / fine) / width) * side) - QUIET, Math.floor(((x + j / fine) / width) * side) - QUIET)) dark += 1;
        }
      }
      const at = (y * width + x) * 4;
      picture[at] = picture[at + 1] = picture[at + 2] = 255 * (1 - dark / fine ** 2);
      picture[at + 3] = 255;
    }
  }
  return picture;
}

/** Covers this share of the picture with round smudges, which are not quite opaque. */
function smudged(picture: Uint8ClampedArray, width: number, share: number): void {
  let seed = 5;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff) / 0x7fff_ffff;
  const dirty = new Set<number>();
  while (dirty.size < share * width * width) {
    const [centreY, centreX, radius] = [random() * width, random() * width, 10 + random() * 30];
    for (let y = Math.max(0, Math.floor(centreY - radius)); y < Math.min(width, centreY + radius); y += 1) {
      for (let x = Math.max(0, Math.floor(centreX - radius)); x < Math.min(width, centreX + radius); x += 1) {
        if ((y - centreY) ** 2 + (x - centreX) ** 2 < radius ** 2) dirty.add(y * width + x);
      }
    }
  }
  for (const dot of dirty)
    for (let channel = 0; channel < 3; channel += 1) picture[dot * 4 + channel] = 0.45 * picture[dot * 4 + channel]! + 10;
}

const read = (picture: Uint8ClampedArray, width: number) => jsQR.default(picture, width, width)?.data;

describe.each(codes)('a ticket code, number %#,', (code) => {
  it('is read when it is printed 10 mm wide', () => {
    expect(read(printed(code, TEN_MILLIMETRES), TEN_MILLIMETRES)).toBe(code);
  });

  it('is read with dirt on 30 percent of it', () => {
    const picture = printed(code, LARGE);
    smudged(picture, LARGE, 0.3);
    expect(read(picture, LARGE)).toBe(code);
  });

  it.each([true, false])('is read when a fifth of it is gone from the middle (black: %s)', (black) => {
    const hole = (row: number, column: number, size: number) =>
      (size / 2 - row) ** 2 + (size / 2 - column) ** 2 < (0.2 * size * size) / Math.PI ? black : undefined;
    expect(read(printed(code, LARGE, hole), LARGE)).toBe(code);
  });

  it('is not read wrongly when half of it is gone', () => {
    expect(
      read(
        printed(code, LARGE, (row, _column, size) => (row > size / 2 ? false : undefined)),
        LARGE,
      ),
    ).toBeUndefined();
  });
});
