/** Address under which a booking's tickets are looked up. */
export function lookupLink(origin: string, bookingId: string): string {
  return `${origin}/get-details?ref=${encodeURIComponent(bookingId)}`;
}

/** The code of a booking-lookup link as a PNG data URL; undefined where canvases are off: a payment does not wait for a picture. */
export async function captureLookupCode(canvas: HTMLCanvasElement, link: string): Promise<string | undefined> {
  try {
    const { default: QRCode } = await import('qrcode');
    await QRCode.toCanvas(canvas, link, { margin: 2, width: 256, errorCorrectionLevel: 'M' });
    const picture = canvas.toDataURL('image/png');
    return picture.startsWith('data:image/png;base64,') ? picture : undefined;
  } catch {
    return undefined;
  }
}
