import { z } from 'zod';
import { lineField, paragraphField } from '../core/fields.ts';

/**
 * The kinds of readers, each told in words of its own, the one who is told first where somebody is several: only a buyer whose money we have reads of it,
 * and whoever waits for the next date holds nothing.
 */
export const READER_KINDS = ['buyer', 'buyer without money', 'family guest', 'VIP guest', 'friends guest', 'next date'] as const;
export type ReaderKind = (typeof READER_KINDS)[number];

/** Most characters of a message's words. */
export const MAX_MESSAGE_LENGTH = 10_000;

/**
 * What readers get. Words are plain text with a few marks: a blank line begins a paragraph, `- ` an entry of a list, `**bold**` is bold and
 * `[words](https://address)` a link. Everything else stands as it was typed.
 */
export const messageTextSchema = z.strictObject({
  subject: lineField('Subject', 200),
  words: paragraphField('Message', MAX_MESSAGE_LENGTH),
});
export type MessageText = z.infer<typeof messageTextSchema>;

/** The message for one kind of reader; `everybody` is for all kinds that have none of their own. */
export const readerMessageSchema = z.strictObject({
  reader: z.enum([...READER_KINDS, 'everybody'], { error: 'Reader is not one of the kinds' }),
  ...messageTextSchema.shape,
});
export type ReaderMessage = z.infer<typeof readerMessageSchema>;

/** A message for each kind of reader. */
export const messagesSchema = z
  .array(readerMessageSchema, { error: 'Messages are required' })
  .min(1, { error: 'A message is required' })
  .max(READER_KINDS.length + 1)
  .refine((messages) => new Set(messages.map(({ reader }) => reader)).size === messages.length, {
    error: 'A kind of reader has two messages',
  });
