import { binarize, Decoder, Detector, grayscale } from '@nuintun/qrcode';

/** A picture of the camera on its way to the decoder. */
export interface Picture {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A picture full of what looks like corners of codes is given up after this long; the next one comes at once. */
const PATIENCE_MS = 2_000;

/** The text of every QR code in a picture, each once. @param patienceMs what was not found by then is not looked for */
export function readCodes({ pixels, width, height }: Picture, patienceMs = PATIENCE_MS): string[] {
  const until = performance.now() + patienceMs;
  const decoder = new Decoder();
  const texts = new Set<string>();
  const found = new Detector().detect(binarize(grayscale({ data: pixels, width, height } as ImageData), width, height));
  let next = found.next();
  while (!next.done && performance.now() < until) {
    let isCode = false;
    try {
      texts.add(decoder.decode(next.value.matrix).content);
      isCode = true;
    } catch {
      // Three corners that belong to no code, or to several.
    }
    next = found.next(isCode);
  }
  return [...texts];
}
