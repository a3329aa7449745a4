import { hostsIn } from '../host-check.ts';
import { startOidcStandin } from './standin.ts';

const { INSTANCE_ID, STANDIN_HOST, STANDIN_HOSTS, STANDIN_PORT, STANDIN_DATA_FILE, PUBLIC_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URIS } =
  process.env;
const port = Number(STANDIN_PORT ?? 8191);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('STANDIN_PORT must be a port number\n');
  process.exit(1);
}
if (!CLIENT_ID || !CLIENT_SECRET || !REDIRECT_URIS) {
  process.stderr.write('CLIENT_ID, CLIENT_SECRET and REDIRECT_URIS (commas between) must be set\n');
  process.exit(1);
}

const standin = await startOidcStandin({
  port,
  hosts: hostsIn(STANDIN_HOSTS),
  instance: INSTANCE_ID,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUris: REDIRECT_URIS.split(','),
  ...(STANDIN_HOST ? { host: STANDIN_HOST } : {}),
  ...(PUBLIC_URL ? { publicUrl: PUBLIC_URL } : {}),
  ...(STANDIN_DATA_FILE ? { dataFile: STANDIN_DATA_FILE } : {}),
});
process.stdout.write(`OpenID stand-in on ${standin.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void standin.close().then(() => process.exit(0));
  });
}
