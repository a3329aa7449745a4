import { z } from 'zod';
import { codeField, lineField } from '../core/fields.ts';
import { idSchema } from '../core/ids.ts';
import { defineRoutes } from '../core/route.ts';
import { signedInSchema } from './session-view.ts';

/** Most passkeys of one account. */
export const PASSKEYS_MAX = 10;

/** How an authenticator can be reached (WebAuthn level 3, AuthenticatorTransport), as browsers are told again later. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Bytes as browsers and servers pass them to each other in WebAuthn. */
const bytes = (max: number) =>
  z
    .string({ error: 'The passkey was not read' })
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'The passkey was not read' })
    .max(max, { error: 'The passkey was not read' });

const credential = { id: bytes(1_400), rawId: bytes(1_400), type: z.literal('public-key', { error: 'The passkey was not read' }) };

/** What a browser brings from an authenticator that made a passkey; fields this site has no use for are left out. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.array(codeField(30)).max(10).optional(),
  }),
});
export type Registration = z.infer<typeof registrationSchema>;

/** What a browser brings from an authenticator that used a passkey. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    /** Empty, or absent, from authenticators that do not keep it. */
    userHandle: z.literal('').or(bytes(200)).optional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.enum(TRANSPORTS)).optional() });

/** What `navigator.credentials.create` is called with (PublicKeyCredentialCreationOptionsJSON). */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** What `navigator.credentials.get` is called with (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: the person chooses among the passkeys they have for this site. */
  allowCredentials: z.array(known),
});
export type RequestOptions = z.infer<typeof requestOptionsSchema>;

const name = lineField('Name', 60);

/** A passkey, as its owner sees it. */
export const passkeyViewSchema = z.object({
  id: idSchema('passkey'),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Whether it is synced across devices, for example by the maker of a phone. */
  backedUp: z.boolean(),
});
export type PasskeyView = z.infer<typeof passkeyViewSchema>;

const ofPasskey = z.object({ passkeyId: idSchema('passkey') });
const ofUser = z.object({ userId: idSchema('user') });

/** Signing in with a passkey, the passkeys of an account, and what happens when they are lost. */
export const passkeyRoutes = defineRoutes({
  beginPasskeyProof: {
    request: 'POST /api/auth/passkey-challenges',
    summary: "A challenge that one passkey may answer once within five minutes: one of the signed-in person's, or anyone's",
    access: 'public',
    beforePasskey: true,
    answer: requestOptionsSchema,
    problems: ['auth.no_passkeys', 'auth.too_many_attempts'],
  },
  provePasskey: {
    request: 'POST /api/auth/passkey-sign-in',
    summary:
      'Signs in with a passkey, completes a sign-in that waits for one, or proves again who is signed in; the session gets a new secret',
    access: 'public',
    beforePasskey: true,
    body: z.strictObject({ assertion: assertionSchema }),
    answer: signedInSchema,
    problems: ['auth.passkey_refused'],
  },
  listPasskeys: {
    request: 'GET /api/passkeys',
    summary: "The signed-in person's passkeys, oldest first",
    access: 'session',
    answer: z.object({ passkeys: z.array(passkeyViewSchema) }),
  },
  beginPasskey: {
    request: 'POST /api/passkeys/challenges',
    summary: 'A challenge with which one passkey may be made within five minutes',
    access: 'session',
    beforePasskey: true,
    freshSignIn: true,
    answer: creationOptionsSchema,
    problems: ['auth.too_many_attempts', 'auth.too_many_passkeys', 'request.passkey_required'],
  },
  addPasskey: {
    request: 'POST /api/passkeys',
    summary: 'Keeps a new passkey. A session that waited for the first one becomes a whole one',
    access: 'session',
    beforePasskey: true,
    freshSignIn: true,
    body: z.strictObject({ name, registration: registrationSchema }),
    answer: z.object({ passkey: passkeyViewSchema, message: z.string() }),
    problems: ['request.passkey_required', 'auth.passkey_refused', 'auth.too_many_passkeys'],
  },
  renamePasskey: {
    request: 'PUT /api/passkeys/:passkeyId',
    summary: 'Gives a passkey of the signed-in person another name',
    access: 'session',
    params: ofPasskey,
    body: z.strictObject({ name }),
    answer: passkeyViewSchema,
    problems: ['auth.passkey_not_found'],
  },
  removePasskey: {
    request: 'DELETE /api/passkeys/:passkeyId',
    summary: 'Forgets a passkey of the signed-in person; not the last one of someone who may not be without',
    access: 'session',
    freshSignIn: true,
    params: ofPasskey,
    problems: ['auth.passkey_not_found', 'auth.last_passkey'],
  },
  removeLostPasskeys: {
    request: 'DELETE /api/users/:userId/passkeys',
    summary:
      'Someone else lost their passkeys: all are removed and every session of theirs ends, and the person is told by email; the next sign-in registers a new one',
    access: 'admin',
    freshSignIn: true,
    bigAction: true,
    params: ofUser,
    problems: ['request.approval_needed', 'auth.user_not_found', 'auth.own_passkeys', 'auth.no_passkeys'],
  },
});
