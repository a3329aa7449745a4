import { z } from 'zod';

/** Longest data URL taken; a code of our own is a few thousand characters. */
const MAX_CHARACTERS = 50_000;
/** Its first letters are the signature of a PNG (ISO/IEC 15948). */
const PNG_DATA_URL = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/;

/** PNG data URL of a code. Nobody opens, keeps or hands on the picture, so it is not looked into. */
export const qrImageField = z
  .string({ error: 'QR code must be a PNG data URL' })
  .max(MAX_CHARACTERS, { error: 'QR code is too large', abort: true })
  .regex(PNG_DATA_URL, { error: 'QR code must be a PNG data URL' });
