import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/*
 * A file is encrypted in chunks, so that it streams and no unchecked byte is ever used: AES-256-GCM under a key of the file's own, with the
 * number of the chunk and whether it is the last one in the nonce (the STREAM construction, as in the age format). The file's name is part
 * of its key, so no file can take another's place.
 */

const MAGIC = Buffer.from('CBK1');
const SALT_BYTES = 32;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const ALGORITHM = 'aes-256-gcm';

/** The file is not what was written, or was written with another key. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

/** By which a key is known; says nothing about the key. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('concert backup key').update(key).digest('hex').slice(0, 16);
}

/** A key of its own for one purpose. */
export function keyFor(key: Uint8Array, salt: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `concert backup ${purpose}`, KEY_BYTES));
}

function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(chunk, NONCE_BYTES - 7, 6);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of `size`; the last one is shorter or empty. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes]);
    // One byte more than a piece has to be there, or the piece may be the last one.
    while (waiting.length > size) {
      yield { piece: waiting.subarray(0, size), last: false };
      waiting = waiting.subarray(size);
    }
  }
  yield { piece: waiting, last: true };
}

/** Encrypts what passes. @param name of the file, by which it is also read */
export async function* encrypted(source: AsyncIterable<Uint8Array>, key: Uint8Array, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = keyFor(key, salt, name);
  yield Buffer.concat([MAGIC, salt]);
  let chunk = 0;
  for await (const { piece, last } of piecesOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(chunk, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    chunk += 1;
  }
}

/** Decrypts what {@link encrypted} wrote; nothing unchecked is yielded. @throws SealBrokenError */
export async function* decrypted(source: AsyncIterable<Uint8Array>, key: Uint8Array, name: string): AsyncGenerator<Buffer> {
  let own: Buffer | undefined;
  let chunk = 0;
  for await (const { piece, last } of piecesOf(
    afterHeader(source, (salt) => (own = keyFor(key, salt, name))),
    CHUNK_BYTES + TAG_BYTES,
  )) {
    if (!own || piece.length < TAG_BYTES) throw new SealBrokenError('the file is cut off');
    const decipher = createDecipheriv(ALGORITHM, own, nonceOf(chunk, last));
    decipher.setAuthTag(piece.subarray(piece.length - TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(piece.subarray(0, piece.length - TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SealBrokenError('a chunk is not what was written');
    }
    chunk += 1;
  }
}

async function* afterHeader(source: AsyncIterable<Uint8Array>, take: (salt: Buffer) => void): AsyncGenerator<Buffer> {
  let header: Buffer | undefined = Buffer.alloc(0);
  for await (const bytes of source) {
    if (!header) {
      yield Buffer.from(bytes);
      continue;
    }
    header = Buffer.concat([header, bytes]);
    if (header.length < MAGIC.length + SALT_BYTES) continue;
    if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBrokenError('the file is not an encrypted one');
    take(header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
    yield header.subarray(MAGIC.length + SALT_BYTES);
    header = undefined;
  }
  if (header) throw new SealBrokenError('the file is cut off');
}
