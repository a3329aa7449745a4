import type { ReceiptView } from '@concert/contracts/booking/receipts';
import { formatMoney, formatTotal } from '@concert/contracts/core/money';
import { drawRings, GAP, MARGIN, openPdf, QUIET_INK } from '../../tickets/pdf-page.ts';
import { writeText, type TextBox } from '../../tickets/pdf-text.ts';

/** Width of what stands at the right: amounts. */
const SUM = 110;
const TERM = 100;
const NOT_SHOWN = 'Some letters here are of a script that this PDF cannot show; the page of the receipt shows them';

/** A receipt in the hand of the tickets, on the paper of the venue. */
export function receiptPdf(receipt: ReceiptView, timeZone: string): Promise<Buffer> {
  const { number = '', title, organiser, organiserAddress, facts, lines, totalMinor, notes } = receipt;
  const { document, done } = openPdf({ Title: `Receipt ${number}`, Author: organiser }, timeZone);
  drawRings(document);
  const width = document.page.width - 2 * MARGIN;
  let y = MARGIN;
  let whole = true;
  const put = (text: string, box: Pick<TextBox, 'size' | 'face'> & Partial<TextBox>): number => {
    const written = writeText(document, text, { x: MARGIN, y, width, ...box });
    whole &&= written.whole;
    return written.bottom;
  };
  const left = { width: 0.6 * width };
  y = put(organiser, { ...left, size: 12, face: 'strong' });
  y = put(organiserAddress, { ...left, size: 10, face: 'text', colour: QUIET_INK }) + 4 * GAP;
  y = put(`Receipt ${number}`, { size: 25, face: 'display' });
  y = put(title, { size: 14, face: 'display', maxLines: 3 }) + GAP;
  for (const { term, value } of facts) {
    put(term, { size: 10, face: 'text', colour: QUIET_INK });
    y = put(value, { x: MARGIN + TERM, width: width - TERM, size: 10, face: 'text', maxLines: 4 }) + 3;
  }
  const rule = () => {
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.6)
      .stroke(QUIET_INK);
    y += 6;
  };
  const sum = { x: MARGIN + width - SUM, width: SUM, isSum: true };
  y += GAP;
  rule();
  for (const { what, on, amountMinor } of lines) {
    // A booking has few lines; one whose money went to and fro for years goes on on another sheet.
    if (y > document.page.height - 4 * MARGIN) {
      document.addPage();
      y = MARGIN;
    }
    put(formatMoney(amountMinor), { ...sum, size: 10, face: 'text' });
    y = put(what, { width: width - SUM, size: 10, face: 'text' });
    y = put(on, { size: 8, face: 'text', colour: QUIET_INK }) + 6;
  }
  rule();
  put(formatTotal(totalMinor), { ...sum, size: 12, face: 'strong' });
  y = put('Total', { size: 12, face: 'strong' }) + GAP;
  for (const note of [...notes, ...(whole ? [] : [NOT_SHOWN])]) y = put(note, { size: 9, face: 'text' }) + 3;
  return done();
}
