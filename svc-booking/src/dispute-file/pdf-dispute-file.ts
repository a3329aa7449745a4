import PDFDocument from 'pdfkit';
import { heightOf, writeText, type TextBox } from '../tickets/pdf-text.ts';
import type { Section } from './dispute-file.ts';

const MARGIN = 50;
const GAP = 4;

/** The dispute file in ink on white, as large as banks ask for. */
export function disputePdf(sections: readonly Section[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, info: { Title: sections[0]?.title ?? '' }, lang: 'en' });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const width = document.page.width - 2 * MARGIN;
  let y = MARGIN;
  const write = (text: string, look: Pick<TextBox, 'size' | 'face'>, room = 0) => {
    const box = { ...look, x: MARGIN, width };
    if (y + heightOf(document, text, box) + room > document.page.height - MARGIN) {
      document.addPage();
      y = MARGIN;
    }
    y = writeText(document, text, { ...box, y }).bottom + GAP;
  };
  sections.forEach(({ title, lines }, index) => {
    // A heading is not left alone at the foot of a page.
    write(title, { size: index === 0 ? 20 : 14, face: 'strong' }, 40);
    for (const line of lines) write(line, { size: 12, face: 'text' });
    y += 2 * GAP;
  });
  document.end();
  return done;
}
