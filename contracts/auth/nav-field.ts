import { z } from 'zod';

/** Where somebody was going when they were asked who they are, as the login page takes it (`/login?nav=rys`): the links of mails carry it. */
export const navField = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/, { error: 'is not a page' })
  .optional();
