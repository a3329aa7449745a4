import type { ReplyHeaders } from '@concert/service-kit/http/controller-of';

/** Sends a file that no other place keeps. @param name without its ending */
export function sendPdf(pdf: Buffer, name: string, head: ReplyHeaders): Buffer {
  head
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'private, no-store');
  return pdf;
}
