import { z } from 'zod';
import { emailField, lineField, nameField, phoneField, storedTexts } from '../core/fields.ts';

/** What a buyer types, with the specification's texts (section 5): bodies, what is stored and read, and the file of own data follow. */
export const buyerFields = {
  firstname: nameField('Name', 120),
  lastname: z.union([z.literal(''), lineField('Last name', 120)]).default(''),
  email: emailField,
  phoneno: phoneField,
};

export type BuyerFields = Readonly<Record<keyof typeof buyerFields, string>>;

export const BUYER_FIELDS = Object.keys(buyerFields) as (keyof BuyerFields)[];

/** The buyer's fields as they are read back from the database. */
export const storedBuyer = storedTexts(buyerFields);
const storedSchema = z.object(storedBuyer);
/** What a buyer typed of themselves, and nothing else of a booking. */
export const buyerFieldsOf = (booking: BuyerFields): BuyerFields => storedSchema.parse(booking);
