import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { Failure } from '@concert/machine-kit/failure';
import { certificateFolder, createAuthority, type TestAuthority } from '@concert/test-kit/certificates';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { certificate } from './certificate.ts';
import { Operation } from './operation.ts';

let authority: TestAuthority;
let folder: Awaited<ReturnType<typeof certificateFolder>>;
const servers: Server[] = [];

/** What the command says about a place, and its exit code. */
async function ask(
  where: string,
  env: NodeJS.ProcessEnv = { TLS_CA_FILE: folder.file('ca.pem') },
): Promise<{ said: string[]; code: number }> {
  const operation = new Operation({ dryRun: false, yes: false }, env);
  const said: string[] = [];
  operation.say = (line) => void said.push(line);
  await certificate(operation, where);
  return { said, code: operation.exitCode };
}

/** Address of a server whose certificate is good for so many days. */
async function serverFor(days: number): Promise<string> {
  const server = createServer(await authority.issue('shown here', { days }));
  servers.push(server);
  // Who does not believe it ends the connection, which is an error here.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `localhost:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  authority = await createAuthority('of this test', { days: 400 });
  folder = await certificateFolder();
  await folder.write({ 'ca.pem': authority.cert });
});

afterAll(async () => {
  for (const server of servers) server.close();
  await folder.remove();
});

describe('the command certificate', () => {
  it.each([
    [90, 0],
    [13.5, 1],
  ])('B9-635 says that what is shown at an address is good for %s days, and ends with %i', async (days, code) => {
    const { said, ...ended } = await ask(await serverFor(days));
    expect(ended).toEqual({ code });
    expect(said[0]).toMatch(new RegExp(`^${Math.floor(days - 0.01)} days .*CN=shown here$`));
  });

  it('B9-635 lists those of a file, and what has ended', async () => {
    const { cert } = await authority.issue('long ago', { days: -3 });
    await folder.write({ 'chain.pem': `${authority.cert}\n${cert}` });
    const { said, code } = await ask(folder.file('chain.pem'));
    expect(said).toEqual([expect.stringMatching(/^399 days .*CN=of this test$/), expect.stringMatching(/^has ended .*CN=long ago$/)]);
    expect(code).toBe(1);
  });

  it('B9-635 believes nobody whose authority it does not know, and says what it needs', async () => {
    await expect(ask(await serverFor(90), {})).rejects.toThrow(/no certificate that can be believed \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/);
    await expect(ask('concert.example')).rejects.toThrow(Failure);
    await folder.write({ 'empty.pem': 'nothing' });
    await expect(ask(folder.file('empty.pem'))).rejects.toThrow('holds no certificate');
  });
});
