import { requestProblems } from '@concert/contracts/core/problem';
import { DomainError } from '@concert/service-kit/process/errors';
import { Health } from '@concert/service-kit/process/health';
import { fastifyOptions, observeRequests, serveHealth } from '@concert/service-kit/http/http-hooks';
import { createLog } from '@concert/service-kit/process/log';
import { Metrics } from '@concert/service-kit/process/metrics';
import { serveMetrics } from '@concert/service-kit/process/metrics-server';
import { problemOf, sendProblem } from '@concert/service-kit/http/problem-answers';
import { endInOrder, failToStart, versionOfProcess } from '@concert/service-kit/process/process';
import { httpsOptions, openTls, serveRenewedCertificate } from '@concert/service-kit/process/process-tls';
import { httpSettings, readSettings } from '@concert/service-kit/process/settings';
import Fastify from 'fastify';
import { z } from 'zod';
import { isPlainPath, pathOf } from './routing/path-check.ts';
import { webSource } from './settings.ts';
import { createSendFile, fileRefusal, prepareFolders } from './web/files.ts';

/*
 * Serves the built files of one room of the front end, for a container that holds nothing else. The gateway stands in front of it and
 * decides about pages, policies and access.
 */

const { SERVICE_HOST, SERVICE_PORT, METRICS_PORT, LOG_LEVEL, SHUTDOWN_SECONDS } = httpSettings;
const { ALLOW_PLAINTEXT, TLS_CERT_FILE, TLS_KEY_FILE } = httpSettings;
const transportSettings = { ALLOW_PLAINTEXT, TLS_CERT_FILE, TLS_KEY_FILE };
const shape = { SERVICE_HOST, SERVICE_PORT, METRICS_PORT, LOG_LEVEL, SHUTDOWN_SECONDS, ...transportSettings, WEB_ROOT: z.string().min(1) };

try {
  const settings = readSettings(shape);
  const root = webSource(settings.WEB_ROOT);
  const log = createLog('web-server', settings.LOG_LEVEL);
  const metrics = new Metrics('web-server');
  const health = new Health();
  const tls = openTls(settings, log, metrics);
  const app = Fastify({ ...fastifyOptions, ...httpsOptions(tls.server, fastifyOptions.http) });
  serveRenewedCertificate(app.server, tls.server);
  app.setErrorHandler((error, request, reply) => {
    const { problem, unknown } = problemOf(requestProblems, fileRefusal(error) ?? error, pathOf(request.url));
    if (unknown) log.error('a request failed', { method: request.method }, error);
    sendProblem(reply, problem);
  });
  app.setNotFoundHandler(() => {
    throw new DomainError('request.not_found');
  });
  observeRequests(app, { log, metrics, trusted: true });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    if (!isPlainPath(pathOf(request.url))) throw new DomainError('request.malformed', { detail: 'The address cannot be read' });
    done();
  });
  if (root.kind !== 'folder') throw new Error('WEB_ROOT must be a folder');
  await prepareFolders(app, [root.path]);
  serveHealth(app, { health, version: versionOfProcess() });
  const send = createSendFile(root, () => undefined);
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => send(request.params['*'] || 'index.html', request, reply),
  });
  await app.listen({ port: settings.SERVICE_PORT, host: settings.SERVICE_HOST });
  const scraped = await serveMetrics(metrics, settings, tls.server);
  log.info('listening', { port: settings.SERVICE_PORT });
  const stop = async () => {
    health.stop();
    await app.close();
    await scraped?.stop();
    tls.stop();
  };
  endInOrder({ log, stop, seconds: settings.SHUTDOWN_SECONDS });
} catch (error) {
  failToStart(error);
}
