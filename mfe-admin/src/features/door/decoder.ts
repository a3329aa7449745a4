import type { Picture } from './read-codes.ts';

/** Reads all QR codes in what a camera shows; rejects when it cannot read at all. */
export interface Reader {
  read(): Promise<readonly string[]>;
  close?(): void;
}

interface BarcodeDetectorLike {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface BarcodeDetectorFactory {
  new (options: { formats: readonly string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** How often the picture is searched for codes. */
const LOOK_MS = 120;
/** A reader that takes longer than this for one picture has failed. The page's own may still have to be loaded. */
const PATIENCE_MS = { browser: 1_000, own: 15_000 } as const;
/** Wide enough for two codes side by side that fill a third of the picture. */
const WIDTH = 1_280;

/** The browser's own reader, where there is one that says so. Whether it reads is seen only when it does. */
export function browserReader(video: HTMLVideoElement): Reader | undefined {
  const Detector = (window as { BarcodeDetector?: BarcodeDetectorFactory }).BarcodeDetector;
  if (!Detector) return undefined;
  let detector: BarcodeDetectorLike | undefined;
  return {
    read: async () => {
      detector ??= new Detector({ formats: ['qr_code'] });
      return (await detector.detect(video)).map(({ rawValue }) => rawValue);
    },
  };
}

/** The page's own reader, in a worker. */
export function ownReader(video: HTMLVideoElement): Reader {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: () =>
      new Promise((resolve, reject) => {
        if (!context) return reject(new Error('this browser gives no canvas'));
        if (video.videoWidth === 0) return resolve([]);
        canvas.width = Math.min(WIDTH, video.videoWidth);
        canvas.height = Math.round((canvas.width / video.videoWidth) * video.videoHeight);
        context.drawImage(video, 0, 0, canvas.width, canvas.height);
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        worker.onmessage = ({ data: texts }: MessageEvent<readonly string[] | null>) =>
          texts ? resolve(texts) : reject(new Error('the reader did not load'));
        worker.onerror = () => reject(new Error('the reader did not load'));
        worker.postMessage({ pixels: data, width, height } satisfies Picture, [data.buffer]);
        return undefined;
      }),
    close: () => worker.terminate(),
  };
}

/** A ticket's code: some readers of browsers read smaller codes, and these never. */
const TICKET = /^T1\./;

const pause = () => new Promise((done) => setTimeout(done, LOOK_MS));
const within = <T>(ms: number, answer: Promise<T>) =>
  Promise.race([answer, new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no answer')), ms))]);

export interface WatchOptions {
  /** May say that it reads and never do: services that it needs are missing on some phones. */
  readonly browser: Reader | undefined;
  readonly own: Reader;
  /** Called with the codes that one look saw. */
  readonly onCodes: (codes: readonly string[]) => void;
  /** Called once, when nothing here can read codes. */
  readonly onBroken: () => void;
}

/**
 * Looks for codes until it is stopped. The page's own reader looks too until the browser's has read a ticket, and again once that fails.
 * @returns how to stop
 */
export function watchForCodes({ browser, own, onCodes, onBroken }: WatchOptions): () => void {
  let stopped = false;
  let browserReads = false;
  let [browserFails, ownFails] = [browser === undefined, false];
  const told = (codes: readonly string[]) => {
    if (!stopped && codes.length > 0) onCodes(codes);
  };
  const failed = () => {
    if (!stopped && browserFails && ownFails) {
      stopped = true;
      onBroken();
    }
  };
  const byBrowser = async (reader: Reader) => {
    while (!stopped) {
      try {
        const codes = await within(PATIENCE_MS.browser, reader.read());
        browserFails = false;
        browserReads ||= codes.some((code) => TICKET.test(code));
        told(codes);
      } catch {
        browserFails = true;
        browserReads = false;
        failed();
      }
      await pause();
    }
  };
  const byOwn = async () => {
    while (!stopped && !ownFails) {
      try {
        if (!browserReads) told(await within(PATIENCE_MS.own, own.read()));
      } catch {
        ownFails = true;
        failed();
      }
      await pause();
    }
  };
  if (browser) void byBrowser(browser);
  void byOwn();
  return () => {
    stopped = true;
    own.close?.();
  };
}
