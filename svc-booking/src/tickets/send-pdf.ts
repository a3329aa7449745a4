import type { FastifyReply } from 'fastify';

/** Sends tickets as a file that no other place keeps. */
export function sendPdf(pdf: Buffer, of: string, reply: FastifyReply): Buffer {
  void reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="tickets-${of}.pdf"`)
    .header('cache-control', 'private, no-store');
  return pdf;
}
