import jsQR from 'jsqr';

/** A picture of the camera on its way to the decoder. */
export interface Picture {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

interface WorkerPage {
  onmessage: ((message: MessageEvent<Picture>) => void) | null;
  postMessage(answer: string | null): void;
}

/* Reading a picture takes tens of milliseconds on a phone: not on the thread that draws the page. */
const page = globalThis as unknown as WorkerPage;
page.onmessage = ({ data: { pixels, width, height } }) => {
  page.postMessage(jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null);
};
