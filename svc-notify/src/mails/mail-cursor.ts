import { idSchema } from '@concert/contracts/core/ids';
import { z } from 'zod';
import type { MailPosition } from './mails.repository.ts';

const stated = z.tuple([z.iso.datetime(), idSchema('mail')]);

/** Where a page ends, as text that callers hand back and need not understand. */
export function cursorOf({ createdAt, id }: MailPosition): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** The place a cursor names, or undefined when it is not one of ours. */
export function positionOf(cursor: string): MailPosition | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = stated.safeParse(json);
  return parsed.success ? { createdAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}
