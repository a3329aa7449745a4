import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createPaymentBodySchema } from './http.ts';
import { qrImageField } from './qr-image.ts';

function chunk(name: string, content: Buffer, damage = 0): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE((crc32(named) ^ damage) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A grey PNG whose header names any size, whatever its picture has. */
function png(width = 64, height = width, { damage = 0, after = Buffer.alloc(0), end = true } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const lines = deflateSync(Buffer.alloc(Math.min(width + 1, 100) * Math.min(height, 100)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', lines, damage),
    ...(end ? [chunk('IEND', Buffer.alloc(0))] : []),
    after,
  ]);
}
const url = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

describe('the image of a code', () => {
  it('is taken when it is a square PNG, or left out', () => {
    expect(qrImageField.safeParse(url(png(256))).success).toBe(true);
    expect(createPaymentBodySchema.shape.qrCode.safeParse(undefined).success).toBe(true);
  });

  it.each<[string, unknown]>([
    ['a PNG of one pixel', url(png(1))],
    [
      'an SVG with a script',
      `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')}`,
    ],
    ['an SVG that calls itself a PNG', `data:image/png;base64,${Buffer.from('<svg><script>alert(1)</script></svg>').toString('base64')}`],
    ['text that is no base64', 'data:image/png;base64,iVBORw0KGgo%%%'],
    ['base64 of the web alphabet', url(png(256)).replace(/[+/]|(?<=^.{60})./g, '_')],
    ['20 MB', `data:image/png;base64,${'A'.repeat(20 * 2 ** 20)}`],
    ['a picture of 65,535 by 65,535', url(png(65_535))],
    ['a picture that is not square', url(png(64, 65))],
    ['a wrong checksum', url(png(64, 64, { damage: 1 }))],
    ['a PNG cut short', url(png(64).subarray(0, -5))],
    ['a PNG without its end', url(png(64, 64, { end: false }))],
    ['bytes after the end', url(png(64, 64, { after: Buffer.from('<script>') }))],
    [
      'a chunk that claims four gigabytes',
      url(Buffer.concat([SIGNATURE, Buffer.from('ffffffff', 'hex'), Buffer.from('IHDR'), Buffer.alloc(40)])),
    ],
    ['an http address', 'http://127.0.0.1/code.png'],
    ['an empty data URL', 'data:,'],
    ['nothing', ''],
    ['null', null],
    ['a number', 7],
    ['a list', [url(png(64))]],
    ['a line break in the media type', url(png(64)).replace('image/png', 'image/\npng')],
    ['a line break at the end', `${url(png(64))}\n`],
    ['a further media type parameter', url(png(64)).replace(';base64', ';charset=x;base64')],
    ['script', 'javascript:alert(1)'],
  ])('is refused when it is %s', (_, value) => {
    const parsed = createPaymentBodySchema.shape.qrCode.safeParse(value);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      String(value).length > 50_000 ? 'QR code is too large' : 'QR code must be a PNG data URL',
    ]);
  });
});
