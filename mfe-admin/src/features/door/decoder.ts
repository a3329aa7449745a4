import type { Picture } from './decode.worker.ts';

/** Reads the QR code in what a camera shows. */
export interface Decoder {
  read(video: HTMLVideoElement): Promise<string | undefined>;
  close(): void;
}

interface BarcodeDetectorLike {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface BarcodeDetectorFactory {
  new (options: { formats: readonly string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Wide enough for a code that fills a third of the picture. */
const WIDTH = 640;

/** The browser's own reader where there is one, otherwise a small one in a worker. */
export async function openDecoder(): Promise<Decoder> {
  const Detector = (window as { BarcodeDetector?: BarcodeDetectorFactory }).BarcodeDetector;
  const formats = await Detector?.getSupportedFormats().catch((): readonly string[] => []);
  return Detector && formats?.includes('qr_code') ? ownDecoder(new Detector({ formats: ['qr_code'] })) : workerDecoder();
}

function ownDecoder(detector: BarcodeDetectorLike): Decoder {
  return {
    read: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue,
    close: () => undefined,
  };
}

function workerDecoder(): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return {
    read: (video) => {
      if (!context || video.videoWidth === 0) return Promise.resolve(undefined);
      canvas.width = Math.min(WIDTH, video.videoWidth);
      canvas.height = Math.round((canvas.width / video.videoWidth) * video.videoHeight);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return new Promise((resolve) => {
        worker.onmessage = ({ data: text }: MessageEvent<string | null>) => resolve(text ?? undefined);
        worker.onerror = () => resolve(undefined);
        worker.postMessage({ pixels: data, width, height } satisfies Picture, [data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
