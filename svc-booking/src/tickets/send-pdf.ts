import type { ReplyHeaders } from '@concert/service-kit/http/controller-of';

/** Sends tickets as a file that no other place keeps. */
export function sendPdf(pdf: Buffer, of: string, head: ReplyHeaders): Buffer {
  head
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="tickets-${of}.pdf"`)
    .header('cache-control', 'private, no-store');
  return pdf;
}
