import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import type { CreationOptions, PasskeyView, RequestOptions } from '@concert/contracts/auth/passkeys';
import type { PasskeyId } from '@concert/contracts/core/ids';
import { person, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite } from '@concert/web-kit/testing/site.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Login from '../../routes/login.tsx';
import { PasskeysCard } from './passkeys-card.tsx';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const phone: PasskeyView = {
  id: `pk_${'0'.repeat(26)}` as PasskeyId,
  name: 'Phone',
  createdAt: '2026-05-01T02:00:00.000Z',
  lastUsedAt: null,
  backedUp: true,
};
const asked: RequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
};
const creation: CreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Concert' },
  user: { id: 'dXM', name: 'a@example.org', displayName: 'A' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};
const session = person('organiser');
const signedIn = { session, message: 'Sign in successful' };
const ways = { google: false, organisersNeedPasskey: true };

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = {
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('{}'),
    attestationObject: bytes('object'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    getTransports: () => ['internal'],
  },
};
/** What the device does; by default it makes and uses passkeys. */
let device: { create: () => Promise<unknown>; get: () => Promise<unknown> };

beforeEach(() => {
  device = { create: () => Promise.resolve(credential), get: () => Promise.resolve(credential) };
  Object.assign(window, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: () => device.create(), get: () => device.get() },
  });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

describe('/login', () => {
  const open = (awaits?: 'passkey' | 'first-passkey', refreshed: () => typeof session | null = () => session) =>
    showScreen(<Login />, { at: '/login', session: null, awaits, pageTitle: 'Login', refreshed });

  it('B7-510 signs in by a passkey alone', async () => {
    const { calls } = standInForSite(authRoutes, { showSignInWays: ways, beginPasskeyProof: asked, provePasskey: signedIn });
    await open();
    await press('Sign in with a passkey');
    await screen.findByText('Sign in successful');
    expect(calls.at(-1)).toMatchObject({
      route: 'provePasskey',
      body: { assertion: { id: 'aWQ', type: 'public-key', response: { signature: 'c2lnbmF0dXJl' } } },
    });
  });

  it.each([
    ['NotAllowedError', /^No passkey was used\. .*scan the code with a phone, .*a security key/],
    ['AbortError', /^No passkey was used\. .*scan the code with a phone/],
    ['NotSupportedError', /^This device cannot use your passkey\. .*scan the code with a phone/],
    ['ConstraintError', /^This device cannot use your passkey\. .*scan the code with a phone/],
    ['InvalidStateError', /^This device has no passkey for this account\. .*scan the code with a phone/],
    ['SecurityError', /^Passkeys work only at the usual address of this site/],
    ['UnknownError', /^The passkey could not be used\. .*scan the code with a phone/],
  ])('B7-536 names another way where a device answers %s, and lets try again', async (name, words) => {
    standInForSite(authRoutes, { showSignInWays: ways, beginPasskeyProof: asked, provePasskey: signedIn });
    device.get = () => Promise.reject(new DOMException('', name));
    await open();
    await press('Sign in with a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    device.get = () => Promise.resolve(credential);
    await press('Sign in with a passkey');
    expect(await screen.findByText('Sign in successful')).toBeTruthy();
  });

  it('B7-512 asks an organiser for the passkey after the password, and lets go of the sign-in', async () => {
    standInForSite(authRoutes, { showSignInWays: ways, beginPasskeyProof: asked, provePasskey: signedIn, signOut: undefined });
    const { refreshes } = await open('passkey');
    expect(screen.getByRole('heading', { name: 'Confirm with your passkey' })).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await press('Sign in as someone else');
    expect(refreshes()).toBe(1);
    await press('Use my passkey');
    expect(await screen.findByText('Sign in successful')).toBeTruthy();
  });

  it.each([
    ['NotAllowedError', /^No passkey was registered\. .*scan the code with a phone, plug in a security key, .*another computer/],
    ['AbortError', /^No passkey was registered\. .*scan the code/],
    ['NotSupportedError', /^This device cannot keep a passkey of the kind that is needed\. .*scan the code/],
    ['ConstraintError', /^This device does not ask for a fingerprint, .*scan the code/],
    ['InvalidStateError', /^This device has a passkey for your account already: use it, or register one on another device/],
    ['SecurityError', /^Passkeys work only at the usual address of this site/],
    ['UnknownError', /^The device could not make a passkey\. .*scan the code/],
    ['none', /^This browser cannot use passkeys\. .*another computer or phone/],
  ])('B7-536 names another way to register one where a device answers %s', async (name, words) => {
    standInForSite(authRoutes, { showSignInWays: ways, beginPasskey: creation });
    device.create = () => Promise.reject(new DOMException('', name));
    if (name === 'none') Reflect.deleteProperty(window, 'PublicKeyCredential');
    await open('first-passkey');
    await userEvent.type(screen.getByLabelText('Name'), 'Phone');
    await press('Register a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('has an organiser without one name and register the first', async () => {
    const { calls } = standInForSite(authRoutes, {
      showSignInWays: ways,
      beginPasskey: creation,
      addPasskey: { passkey: phone, message: 'Passkey added' },
    });
    await open('first-passkey');
    await press('Register a passkey');
    expect(await screen.findByText('Name is required')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Name'), 'Phone');
    await press('Register a passkey');
    expect(await screen.findByText('Sign in successful')).toBeTruthy();
    expect(calls.at(-1)).toMatchObject({ route: 'addPasskey', body: { name: 'Phone', registration: { id: 'aWQ' } } });
  });
});

describe('passkeys in the profile', () => {
  const open = () => showScreen(<PasskeysCard />, { at: '/profile', session });

  it('are listed, added after a fresh proof, renamed and removed', async () => {
    const { calls } = standInForSite(authRoutes, {
      listPasskeys: [{ passkeys: [] }, { passkeys: [phone] }, { passkeys: [{ ...phone, name: 'Ring' }] }, { passkeys: [] }],
      beginPasskey: [refusal('request.sign_in_again'), creation],
      showSignInWays: ways,
      beginPasskeyProof: asked,
      provePasskey: signedIn,
      addPasskey: { passkey: phone, message: 'Passkey added' },
      renamePasskey: { ...phone, name: 'Ring' },
      removePasskey: undefined,
    });
    await open();
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
    await press('Add a passkey');
    await userEvent.type(screen.getByLabelText('Name'), 'Phone');
    await press('Register a passkey');
    const proof = await screen.findByRole('dialog', { name: 'Confirm it is you' });
    await userEvent.click(await within(proof).findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText(/^Added .*, not used yet, synced across devices$/)).toBeTruthy();

    await press('Rename Phone');
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Ring');
    await press('Save the name');
    expect(await screen.findByRole('button', { name: 'Rename Ring' })).toBeTruthy();

    await press('Remove Ring');
    await press('Remove it');
    expect(await screen.findByText('You have no passkey yet.')).toBeTruthy();
    expect(calls.filter(({ route }) => route !== 'listPasskeys').map(({ route }) => route)).toEqual([
      'beginPasskey',
      'showSignInWays',
      'beginPasskeyProof',
      'provePasskey',
      'beginPasskey',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
    ]);
  });

  it('say why one stays, and can be read again', async () => {
    standInForSite(authRoutes, { listPasskeys: ['unreachable', { passkeys: [phone] }], removePasskey: refusal('auth.last_passkey') });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    await press('Remove it');
    expect((await screen.findByRole('alert')).textContent).toContain('Organisers and admins keep at least one passkey');
  });
});
