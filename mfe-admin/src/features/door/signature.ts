import type { CheckSignature } from './door-list.ts';

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
}

/** Verifies a code with a public key, so no secret is on the device. A browser without Ed25519 cannot tell, and says so. */
export const checkSignature: CheckSignature = async (publicKey, stated, signature) => {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']).catch(() => undefined);
  if (!key) return undefined;
  const text: Uint8Array<ArrayBuffer> = new TextEncoder().encode(stated);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), text).catch(() => false);
};
