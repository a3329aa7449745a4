function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
}

/** Verifies a code with a public key, so no secret is on the device. @returns undefined where this browser cannot tell, for want of Ed25519 */
export async function checkSignature(publicKey: string, stated: string, signature: string): Promise<boolean | undefined> {
  const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']).catch(() => undefined);
  if (!key) return undefined;
  const text: Uint8Array<ArrayBuffer> = new TextEncoder().encode(stated);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), text).catch(() => false);
}
