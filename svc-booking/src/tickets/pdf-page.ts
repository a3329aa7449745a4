import PDFDocument from 'pdfkit';

/** Points per millimetre. */
export const MM = 72 / 25.4;
export const MARGIN = 12 * MM;
export const GAP = 4 * MM;
export const QUIET_INK = '#54506a';
const WARM = '#d9822b';

/** A place on the page, from its left top corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The paper that printers at the venue hold: Letter in the United States, A4 elsewhere. */
function paperOf(timeZone: string): 'LETTER' | 'A4' {
  // Browsers need no such list, and the types do not know it yet.
  const zones = (new Intl.Locale('und-US') as unknown as { getTimeZones: () => string[] }).getTimeZones();
  return zones.includes(timeZone) || /^(US|America\/(Indiana|Kentucky))\//.test(timeZone) ? 'LETTER' : 'A4';
}

/** An empty page of what is printed here. @returns it, and what ends it */
export function openPdf(info: PDFKit.DocumentInfo, timeZone: string): { document: PDFKit.PDFDocument; done: () => Promise<Buffer> } {
  const document = new PDFDocument({ size: paperOf(timeZone), margin: 0, info, lang: 'en' });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const done = () => {
    document.end();
    return whole;
  };
  return { document, done };
}

/** Rings of sound from the corner, as on the site's tickets: circles that are bent by a wave. */
export function drawRings(document: PDFKit.PDFDocument): void {
  const centre = { x: document.page.width - 20 * MM, y: 14 * MM };
  document.save().lineWidth(0.7);
  for (let ring = 1; ring <= 9; ring += 1) {
    for (let step = 0; step <= 120; step += 1) {
      const angle = (step * Math.PI) / 60;
      const radius = 13 * ring * (1 + 0.05 * Math.min(1, ring / 8) * Math.cos(7 * (angle - 0.05 * ring)));
      const [x, y] = [centre.x + radius * Math.cos(angle), centre.y + radius * Math.sin(angle)];
      if (step === 0) document.moveTo(x, y);
      else document.lineTo(x, y);
    }
    document.strokeOpacity(0.5 * (1 - ring / 11)).stroke(WARM);
  }
  document.restore();
}
