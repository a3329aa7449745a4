import { z } from 'zod';
import { nameField, replaceUnusable, optionalParagraph, phoneField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { pageOf, pageQuery } from '../core/pagination.ts';
import { ROLES } from '../core/roles.ts';
import { defineRoutes } from '../core/route.ts';

/** A user's own fields (specification section 3). */
export const profileSchema = z.object({
  id: idSchema('user'),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  note: z.string(),
  skills: z.string(),
  availability: z.string(),
  role: z.enum(ROLES),
});
export type Profile = z.infer<typeof profileSchema>;

/** A user as the Users List shows it. */
export const userRowSchema = profileSchema.extend({ verified: z.boolean(), createdAt: z.iso.datetime() });
export type UserRow = z.infer<typeof userRowSchema>;

/** What people keep about themselves, and what administrators see and change of them. */
export const userRoutes = defineRoutes({
  showProfile: {
    request: 'GET /api/profile',
    summary: "The signed-in person's own fields",
    access: 'session',
    answer: profileSchema,
  },
  saveProfile: {
    request: 'PUT /api/profile',
    summary: 'Saves what a person may change of their own; the email stays as it is, and the name where none is given',
    access: 'session',
    body: z.strictObject({
      name: nameField('Name', 120).optional(),
      address: optionalParagraph('Address', 500),
      phone: z.union([z.literal(''), phoneField]),
      note: optionalParagraph('Note', 1_000),
      skills: optionalParagraph('Skills', 500),
      availability: optionalParagraph('Availability', 500),
    }),
    answer: profileSchema,
  },
  listUsers: {
    request: 'GET /api/users',
    summary:
      'Users by email, those with a role first, a page at a time; `search` matches the beginning of an email or of a word of the name',
    access: 'admin',
    query: z.object({ ...pageQuery, search: z.string().max(200).transform(replaceUnusable).optional() }),
    answer: pageOf(userRowSchema),
    problems: ['request.sign_in_again'],
  },
  changeRole: {
    request: 'PUT /api/users/:userId/role',
    summary: "Changes a user's role; it counts with that person's next request",
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    params: z.object({ userId: idSchema('user') }),
    body: z.strictObject({ role: z.enum(ROLES, { error: 'Role must be buyer, door, organiser or admin' }) }),
    answer: userRowSchema,
    problems: ['request.approval_needed', 'auth.user_not_found', 'auth.role_changed', 'auth.last_admin'],
  },
  listOrganisers: {
    request: 'GET /internal/organisers',
    summary: 'Everyone who is an organiser or admin now, with the address that they are written to',
    callers: ['svc-notify'],
    answer: z.object({ organisers: z.array(z.object({ id: idSchema('user'), email: z.string() })) }),
  },
  namePeople: {
    request: 'POST /internal/people',
    summary: 'Names and addresses of accounts, by id or by the beginning of an address or of a word of the name; at most 100',
    callers: ['svc-booking', 'svc-notify'],
    body: z.union([
      z.strictObject({ ids: z.array(idSchema('user')).max(100) }),
      z.strictObject({ search: z.string().min(1).max(200).transform(replaceUnusable) }),
    ]),
    answer: z.object({ people: z.array(z.object({ id: idSchema('user'), name: z.string(), email: z.string() })) }),
    repeatable: true,
  },
});
