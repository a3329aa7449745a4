import { TICKET_CODE_ERROR_CORRECTION } from '@concert/contracts/booking/ticket-code';
import { create } from 'qrcode';

/** A film of one picture for the browser's fake camera: QR codes side by side on white, in the plain format it accepts. */
export function cameraFilm(codes: readonly string[], width = 1_280, height = 720): Buffer {
  const luma = Buffer.alloc(width * height, 235);
  const place = width / codes.length;
  codes.forEach((code, n) => {
    const { modules } = create(code, { errorCorrectionLevel: TICKET_CODE_ERROR_CORRECTION });
    const scale = Math.floor(Math.min(height, place) / (modules.size + 8));
    const [left, top] = [Math.floor(n * place + (place - modules.size * scale) / 2), Math.floor((height - modules.size * scale) / 2)];
    for (let y = 0; y < modules.size * scale; y += 1) {
      for (let x = 0; x < modules.size * scale; x += 1) {
        if (modules.get(Math.floor(y / scale), Math.floor(x / scale))) luma[(top + y) * width + left + x] = 16;
      }
    }
  });
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}

/** What a browser has to be started with so that its camera shows a film. */
export function cameraFlags(place: string): string[] {
  return ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${place}`];
}
