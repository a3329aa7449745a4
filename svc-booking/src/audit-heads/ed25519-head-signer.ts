import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { textOf, type AuditHead, type HeadSigner, type HeadStatement } from './audit-head.ts';

interface HeadKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Signs heads with the first of some Ed25519 keys; those that others of them signed are genuine too. */
export class Ed25519HeadSigner implements HeadSigner {
  private readonly keys: readonly HeadKey[];

  /** @param privateKeys base64 of PKCS 8 DER */
  constructor(privateKeys: readonly string[]) {
    this.keys = privateKeys.map(keyOf);
  }

  sign(statement: HeadStatement): AuditHead {
    const { id, privateKey } = this.keys[0]!;
    return { ...statement, keyId: id, signature: sign(null, Buffer.from(textOf(statement)), privateKey).toString('base64url') };
  }

  verdictOf(head: AuditHead): 'genuine' | 'forged' | 'unknown key' {
    const key = this.keys.find(({ id }) => id === head.keyId);
    if (!key) return 'unknown key';
    return verify(null, Buffer.from(textOf(head)), key.publicKey, Buffer.from(head.signature, 'base64url')) ? 'genuine' : 'forged';
  }
}

function keyOf(base64: string): HeadKey {
  const privateKey = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const fingerprint = createHash('sha256').update(publicKey.export({ format: 'der', type: 'spki' }));
  return { id: fingerprint.digest('hex').slice(0, 16), privateKey, publicKey };
}
