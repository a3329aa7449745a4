import { z } from 'zod';
import { auditPersonSchema } from '../booking/audit.ts';
import { emailField, lineField, nameField, paragraphField, storedTexts } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';

/** What a visitor types into the contact form, with the specification's texts (section 5); what is stored and read follows from it. */
const contactFields = {
  name: nameField('Name', 120),
  email: emailField,
  subject: lineField('Subject', 200),
  message: paragraphField('Message', 10_000),
};

export const contactBodySchema = z.strictObject(contactFields);
/** The typed fields of a message. */
export type ContactFields = z.output<typeof contactBodySchema>;

export const CONTACT_FIELDS = Object.keys(contactFields) as (keyof ContactFields)[];

const stored = storedTexts(contactFields);
const storedSchema = z.object(stored);
/** The typed fields of a message and nothing else of it. */
export const contactFieldsOf = (message: ContactFields): ContactFields => storedSchema.parse(message);

/** Whether somebody said that a message was answered. */
export const CONTACT_STATES = ['open', 'answered'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** A message of a visitor as organisers read it. */
export const contactMessageSchema = z.object({
  id: idSchema('contact'),
  ...stored,
  receivedAt: z.iso.datetime(),
  /** Who said that it was answered, and when; absent while nobody did. */
  answered: z.object({ at: z.iso.datetime(), by: auditPersonSchema }).optional(),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;

/** A message in the file of everything that is kept about its sender. */
export const ownMessageSchema = z.object({ ...stored, receivedAt: z.iso.datetime() });
