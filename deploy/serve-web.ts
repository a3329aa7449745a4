import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';

/*
 * Serves one built room of the front end (the shell or a remote) to the gateway, which is the only one that asks.
 * Precompressed twins are used where the browser takes them; names that carry a hash never change, all others are always asked for anew.
 */

const FOLDER = process.env.WEB_FOLDER ?? '/web';
const HASHED = /\.[0-9a-f]{8}\.[a-z0-9]+(\.map)?$/;

if (!existsSync(FOLDER)) {
  console.error(`WEB_FOLDER names ${FOLDER}, which is not there.`);
  process.exit(1);
}

const app = fastify({ logger: false, forceCloseConnections: 'idle' });
await app.register(fastifyStatic, {
  root: FOLDER,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    reply.header('cache-control', HASHED.test(path.replace(/\.(br|gz)$/, '')) ? 'public, max-age=31536000, immutable' : 'no-store');
  },
});
app.get('/health/live', () => ({ status: 'up' }));
app.get('/health/ready', () => ({ status: 'up' }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
await app.listen({ host: process.env.SERVICE_HOST ?? '0.0.0.0', port: Number(process.env.SERVICE_PORT ?? 8080) });
