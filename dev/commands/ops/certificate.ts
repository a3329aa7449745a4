import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Failure } from '@concert/machine-kit/failure';
import { DAY_MS } from '@concert/contracts/core/durations';
import type { Operation } from './operation.ts';

/** Days that must be left, as the alert CertificateExpires has it. */
const DAYS_LEFT = 14;
const WAIT_MS = 10_000;
const IN_PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const ADDRESS = /^(?:\w+:\/\/)?(?:\[(?<v6>[\da-fA-F:]+)\]|(?<host>[^/:@]+)):(?<port>\d+)\/?$/;

/** Says how long each certificate is good that is shown at an address or lies in a file; code 1 when one ends soon. */
export async function certificate(operation: Operation, where: string): Promise<void> {
  const found = existsSync(where) ? certificatesIn(where) : await certificatesAt(where, operation.env);
  for (const { subject, validToDate } of found) {
    const days = (validToDate.getTime() - Date.now()) / DAY_MS;
    const left = days < 0 ? 'has ended' : `${Math.floor(days)} days`;
    operation.say(`${left.padEnd(9)}   until ${validToDate.toISOString().slice(0, 10)}   ${subject.replaceAll('\n', ', ')}`);
    if (days < DAYS_LEFT) operation.exitCode = 1;
  }
}

function certificatesIn(file: string): X509Certificate[] {
  const texts = readFileSync(file, 'utf8').match(IN_PEM) ?? [];
  if (texts.length === 0)
    throw new Failure(`${file} holds no certificate in PEM form.`, 'name the file that TLS_CERT_FILE or TLS_CA_FILE names.');
  return texts.map((text) => new X509Certificate(text));
}

/** The certificate that is shown at an address, and those it was signed with. */
async function certificatesAt(address: string, env: NodeJS.ProcessEnv): Promise<X509Certificate[]> {
  const { v6, host = v6, port } = ADDRESS.exec(address)?.groups ?? {};
  if (host === undefined)
    throw new Failure(`${address} is neither a file nor an address.`, 'write an address with its port: concert.example:443');
  const ca = env.TLS_CA_FILE ? readFileSync(env.TLS_CA_FILE) : undefined;
  return new Promise((resolve, reject) => {
    const name = isIP(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port), ...name, ...(ca ? { ca } : {}), timeout: WAIT_MS }, () => {
      const chain: X509Certificate[] = [];
      for (
        let next = socket.getPeerX509Certificate();
        next && !chain.some(({ raw }) => raw.equals(next!.raw));
        next = next.issuerCertificate
      )
        chain.push(next);
      socket.destroy();
      resolve(chain);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Failure(
          `${address} shows no certificate that can be believed (${error.code ?? error.message}).`,
          'check address and port; authorities of your own go into TLS_CA_FILE.',
        ),
      ),
    );
  });
}
