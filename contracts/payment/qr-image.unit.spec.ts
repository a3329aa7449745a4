import { describe, expect, it } from '@jest/globals';
import { createPaymentBodySchema } from './http.ts';

const { qrCode } = createPaymentBodySchema.shape;
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABkAAAAZAQAAAADskrjOAAAAD0lEQVR42mNYBQQMA0QAADfRQmm/74XEAAAAAElFTkSuQmCC';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64');

describe('the image of a code', () => {
  it('is taken when it is a PNG, or left out', () => {
    for (const taken of [PNG, undefined]) expect(qrCode.safeParse(taken).success).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an SVG with a script', `data:image/svg+xml;base64,${SVG}`],
    ['an SVG that calls itself a PNG', `data:image/png;base64,${SVG}`],
    ['text that is no base64', `${PNG}%%%`],
    ['base64 of the web alphabet', PNG.replaceAll('/', '_')],
    ['20 MB', `${PNG}${'A'.repeat(20 * 2 ** 20)}`],
    ['an http address', 'http://127.0.0.1/code.png'],
    ['an empty data URL', 'data:,'],
    ['nothing', ''],
    ['null', null],
    ['a number', 7],
    ['a list', [PNG]],
    ['a line break in the media type', PNG.replace('image/png', 'image/\npng')],
    ['a line break at the end', `${PNG}\n`],
    ['a further media type parameter', PNG.replace(';base64', ';charset=x;base64')],
    ['script', 'javascript:alert(1)'],
  ])('is refused when it is %s', (_, value) => {
    const parsed = qrCode.safeParse(value);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      String(value).length > 50_000 ? 'QR code is too large' : 'QR code must be a PNG data URL',
    ]);
  });
});
