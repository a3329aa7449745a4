import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { certificateFolder, createAuthority, type IssuedCertificate } from '@concert/test-kit/certificates';
import { TlsContext } from './tls-context.ts';

let folder: Awaited<ReturnType<typeof certificateFolder>>;
let first: IssuedCertificate;
let second: IssuedCertificate;

beforeAll(async () => {
  const authority = await createAuthority('this system');
  [folder, first, second] = await Promise.all([certificateFolder(), authority.issue('first'), authority.issue('second')]);
});

afterAll(() => folder.remove());

describe('certificates whose files are written over', () => {
  it.each([
    ['the certificate is empty', { 'tls.crt': '' }],
    ['the key is empty', { 'tls.key': '' }],
    ['both are empty', { 'tls.crt': '', 'tls.key': '' }],
    ['the certificate is cut off', { 'tls.crt': '-----BEGIN CERTIFICATE-----\nMIIB' }],
  ])('B9-629 stay as they were while %s, and are renewed when all is there', async (_, half) => {
    await folder.write({ 'tls.crt': first.cert, 'tls.key': first.key });
    const context = new TlsContext('TLS', { cert: folder.file('tls.crt'), key: folder.file('tls.key') });
    const inUse: unknown = context.secureContext.context;
    await folder.write(half);
    expect(() => context.renew()).toThrow('TLS_CERT_FILE');
    expect([context.current(), context.secureContext.context === inUse]).toEqual([{ cert: first.cert, key: first.key }, true]);
    await folder.write({ 'tls.crt': second.cert, 'tls.key': second.key });
    expect(context.renew()).toBe(true);
    expect(context.current()).toEqual({ cert: second.cert, key: second.key });
  });
});
