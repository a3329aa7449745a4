import { BrokerAdministrator, urlOfAccount, type BrokerPlan } from '@concert/machine-kit/broker-accounts';
import { FACTS } from './facts.ts';
import type { ServiceName } from './rooms.ts';

/** A broker as its administrator reaches it. */
export interface Broker {
  readonly url: string;
  readonly managementUrl: string;
}

/** What a system has at its broker. */
export function brokerPlan(passwords: Readonly<Record<ServiceName, string>>, env: NodeJS.ProcessEnv): BrokerPlan {
  return { exchange: env.EVENTS_EXCHANGE || 'concert.events', prefix: env.EVENTS_QUEUE_PREFIX || '', passwords, facts: FACTS };
}

/**
 * Makes the exchange of facts and an account for each service.
 * @returns how each service reaches the broker
 */
export async function grantBroker(
  { url, managementUrl }: Broker,
  passwords: Readonly<Record<ServiceName, string>>,
  env: NodeJS.ProcessEnv,
): Promise<(service: ServiceName) => string> {
  const plan = brokerPlan(passwords, env);
  const host = decodeURIComponent(new URL(url).pathname.slice(1)) || '/';
  await new BrokerAdministrator(managementUrl, host).setUp(plan);
  return (service) => urlOfAccount(url, `${plan.prefix}${service}`, passwords[service]);
}
