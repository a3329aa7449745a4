import { readFileSync } from 'node:fs';
import { BrokerAdministrator } from '@concert/machine-kit/broker-accounts';
import { keepExchange } from '@concert/machine-kit/broker-keeper';
import { brokerPlan } from '../dev/system/broker.ts';
import type { ServiceName } from '@concert/machine-kit/rooms';

/*
 * One-shot job of docker-compose.yml, and of any other installation (docs/kubernetes.md): makes the exchange of facts at the broker, and gives
 * each service an account that has its own queues and publishes its own facts. Run again, it changes nothing but what differs.
 * With --watch it stays, and makes the exchange again whenever somebody has deleted it.
 */

const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';
const READY_WITHIN_MS = 60_000;

const passwords = JSON.parse(readFileSync(`${FOLDER}/services.json`, 'utf8')) as Record<ServiceName, string>;
const url =
  process.env.RABBITMQ_MANAGEMENT_URL ?? `http://concert:${readFileSync(`${FOLDER}/administrator-password`, 'utf8')}@rabbitmq:15672`;
const administrator = new BrokerAdministrator(url, process.env.RABBITMQ_VHOST || '/');

const deadline = Date.now() + READY_WITHIN_MS;
while (!(await administrator.answers().catch(() => false))) {
  if (Date.now() > deadline) throw new Error('The management interface of RabbitMQ did not answer, or refused this account, for a minute.');
  await new Promise((resolve) => setTimeout(resolve, 500));
}
const plan = brokerPlan(passwords, process.env);
await administrator.setUp(plan);
console.log(`RabbitMQ has its exchange; accounts of ${Object.keys(passwords).join(', ')} are in place.`);
if (process.argv.includes('--watch')) keepExchange(administrator, plan.exchange, console.log);
