import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { startMailSink } from '@concert/stand-ins/mail/sink';
import { startStripeStandin } from '@concert/stand-ins/stripe/standin';
import { startNameServer, type Said } from './name-server.ts';

/*
 * What is outside of the server of a world (world.sh): names, providers, another machine. The file `world` has a line for each thing that is
 * said of a name: its rows in DNS, and how it answers (`api.stripe.com status 500`). What the set-up changes at providers is noted in `changes`.
 */

const [stripe, mail] = [await startStripeStandin(), await startMailSink()];
const STAND_INS: Readonly<Record<string, string>> = { 'api.stripe.com': stripe.url, 'api.sendgrid.com': mail.url };

const said = (): Said[] =>
  readFileSync('world', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', type = '', ...value]) => ({ name, type, value: value.join(' ') }));
const told = (host: string, type: string) => said().findLast((row) => row.name === host && row.type === type)?.value;

/** Lets a server behind this one answer. For a stand-in live keys are those of its one account, too. */
async function handOn(to: string, host: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  Object.assign(stripe.faults, JSON.parse(told('stripe', 'faults') ?? '{}'));
  const authorization = (request.headers.authorization ?? '').replace('_live_', '_test_');
  const headers = { ...request.headers, authorization, host: STAND_INS[host] ? new URL(to).host : host };
  const [answer] = (await once(request.pipe(ask(new URL(request.url ?? '', to), { method: request.method, headers })), 'response')) as [
    IncomingMessage,
  ];
  const swaps = said().filter((row) => row.name === host && row.type === 'replace');
  let body = Buffer.concat(await answer.toArray()).toString();
  for (const { value } of swaps) body = body.replaceAll(...(value.split(' ') as [string, string]));
  const isRead = ['GET', 'HEAD'].includes(request.method!) || request.headers['user-agent']?.startsWith('curl');
  if (!isRead && answer.statusCode! < 300) appendFileSync('changes', `${request.method} ${request.url}\n`);
  response.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] ?? 'text/plain' }).end(body);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = request.headers.host?.split(':')[0] ?? '';
  response.setHeader('date', new Date(Date.now() + Number(told('clock', 'seconds') ?? 0) * 1_000).toUTCString());
  await pause(Number(told(host, 'delay') ?? 0));
  const [name, value] = told(host, 'header')?.split(' ') ?? [];
  if (name && value) response.setHeader(name, value);
  const [status, page, behind] = [told(host, 'status'), told(host, 'page'), STAND_INS[host] ?? told(host, 'behind')];
  if (told(host, 'reset') !== undefined) request.socket.destroy();
  else if (status ?? page ?? !behind)
    response.writeHead(Number(status ?? (page ? 200 : 404))).end(page ?? '<title>Another machine</title>');
  else await handOn(behind, host, request, response);
}

const tls = { key: readFileSync('own.key'), cert: readFileSync('own.crt') };
const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response).catch(() => response.destroy());
createServer(listener).listen(80);
createTlsServer(tls, listener).listen(443);
startNameServer('203.0.113.53', said);
writeFileSync('ready', '');
