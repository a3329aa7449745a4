import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { Health } from '@concert/service-kit/process/health';
import { fastifyOptions, observeRequests, serveHealth } from '@concert/service-kit/http/http-hooks';
import { createLog } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { endInOrder } from '@concert/service-kit/process/process';

/* A process as the others are, with a fault: what /fail/<kind> leaves behind is caught by nobody. */

const log = createLog('svc-probe', 'info');
const health = new Health();
const metrics = new Metrics('svc-probe');
const app = Fastify(fastifyOptions);
observeRequests(app, { log, metrics, trusted: true });
serveHealth(app, { health, version: '1' });
app.get('/slow', async () => {
  await pause(700);
  return 'whole';
});
app.get<{ Params: { kind: string } }>('/fail/:kind', (request, reply) => {
  const fault = Object.assign(new Error('a secret text'), { code: 'ECONNRESET' });
  if (request.params.kind === 'rejection') void Promise.reject(fault);
  else setImmediate(() => app.server.emit('error-of-nobody', fault));
  return reply.send('begun');
});
app.server.on('error-of-nobody', (fault: Error) => {
  throw fault;
});
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
const stop = async () => {
  health.stop();
  // Long enough to be seen.
  await pause(400);
  await app.close();
};
endInOrder({ log, stop, seconds: 5 });
