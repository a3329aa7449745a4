import { z } from 'zod';
import type { AuditHead } from './audit-head.ts';

const documents = z.array(
  z.strictObject({
    _id: z.int(),
    entries: z.int(),
    hash: z.string(),
    signedAt: z.iso.datetime().transform((text) => new Date(text)),
    previous: z.string(),
    keyId: z.string(),
    signature: z.string(),
  }),
);

/** Reads the heads that a backup kept beside the database. @throws Error when the text is none of those */
export function keptHeads(text: string): AuditHead[] {
  return documents.parse(JSON.parse(text)).map(({ _id, ...rest }) => ({ number: _id, ...rest }));
}
