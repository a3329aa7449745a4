import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '@concert/contracts/core/durations';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const A_DAY = { days: 1 };
const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';

/** A certificate with its key, in PEM form. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** How many days from now a certificate is good; a negative number is one that has ended. */
export interface Validity {
  readonly days: number;
}

/** An authority of one test, which nobody else trusts. */
export interface TestAuthority {
  readonly cert: string;
  /** A new certificate for 127.0.0.1 and these host names (`localhost`, unless told otherwise), good for servers and clients. */
  issue(name: string, life?: Validity, hosts?: readonly string[]): Promise<IssuedCertificate>;
}

/** Makes an authority; its key never leaves the memory of the test. */
export async function createAuthority(name: string, life: Validity = A_DAY): Promise<TestAuthority> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const own = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `CN=${name}`,
    ...timesOf(life),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
  const issue = async (
    subject: string,
    itsLife: Validity = A_DAY,
    hosts: readonly string[] = ['localhost'],
  ): Promise<IssuedCertificate> => {
    const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.create({
      serialNumber: serial(),
      subject: `CN=${subject}`,
      issuer: own.subject,
      ...timesOf(itsLife),
      signingAlgorithm: ALGORITHM,
      publicKey: pair.publicKey,
      signingKey: keys.privateKey,
      extensions: [
        new BasicConstraintsExtension(false),
        new ExtendedKeyUsageExtension([SERVER, CLIENT]),
        new SubjectAlternativeNameExtension([
          ...hosts.map((value) => ({ type: 'dns' as const, value })),
          { type: 'ip', value: '127.0.0.1' },
        ]),
      ],
    });
    const key = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
    return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
  };
  return { cert: own.toString('pem'), issue };
}

/** A folder of certificate files that a test writes over, as whoever renews certificates does. */
export async function certificateFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificates-'));
  const file = (name: string) => path.join(folder, name);
  return {
    file,
    write: async (texts: Readonly<Record<string, string>>): Promise<void> => {
      for (const [name, text] of Object.entries(texts)) await writeFile(file(name), text, { mode: 0o600 });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function timesOf({ days }: Validity): { notBefore: Date; notAfter: Date } {
  const notAfter = new Date(Date.now() + days * DAY_MS);
  return { notBefore: new Date(Math.min(Date.now(), notAfter.getTime()) - DAY_MS), notAfter };
}

/** A positive number of 64 bits in hexadecimal. */
function serial(): string {
  return `7${Buffer.from(crypto.getRandomValues(new Uint8Array(8)))
    .toString('hex')
    .slice(1)}`;
}
