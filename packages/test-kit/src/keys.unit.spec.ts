import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { KeyRing } from './keys.ts';

it('what one process signs, every other can check with the settings it got', () => {
  const ring = new KeyRing(['gateway', 'svc-payment']);
  const signer = ring.settingsFor('gateway');
  const checker = JSON.parse(ring.settingsFor('svc-payment').IDENTITY_PUBLIC_KEYS) as Record<string, [string]>;
  const privateKey = createPrivateKey({ key: Buffer.from(signer.IDENTITY_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKeyOf = (name: string) => createPublicKey({ key: Buffer.from(checker[name]![0], 'base64'), format: 'der', type: 'spki' });
  const words = Buffer.from('I am the door');
  const signature = sign(null, words, privateKey);
  expect(verify(null, words, publicKeyOf('gateway'), signature)).toBe(true);
  expect(verify(null, words, publicKeyOf('svc-payment'), signature)).toBe(false);
  expect(() => ring.settingsFor('svc-booking')).toThrow('svc-booking');
});
