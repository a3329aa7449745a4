import { z } from 'zod';
import { replaceUnusable } from '../core/fields.ts';

/** How many days after the evening the links in mails about tickets and refunds still open. */
export const LINK_DAYS_AFTER_CONCERT = 90;

/** When the links of a concert end. @param startsAt when the concert starts, UTC */
export function linksEndAt(startsAt: string): Date {
  return new Date(Date.parse(startsAt) + LINK_DAYS_AFTER_CONCERT * 86_400_000);
}

/** The secret of a link (`ref2`) in the body of a call, because addresses stand in the logs of whatever lies between. */
export const linkSecretSchema = z.strictObject({ ref2: z.string().max(300).transform(replaceUnusable).optional() });
