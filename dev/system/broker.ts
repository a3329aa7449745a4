import { BrokerAdministrator, urlOfAccount, type Broker, type BrokerPlan } from '@concert/machine-kit/broker-accounts';
import { keepExchange, type BrokerKeeper } from '@concert/machine-kit/broker-keeper';
import { FACTS } from '../../contracts/facts.ts';
import type { ServiceName } from '@concert/machine-kit/rooms';

/** What a system has at its broker. */
export function brokerPlan(passwords: Readonly<Record<ServiceName, string>>, env: NodeJS.ProcessEnv): BrokerPlan {
  return { exchange: env.EVENTS_EXCHANGE || 'concert.events', prefix: env.EVENTS_QUEUE_PREFIX || '', passwords, facts: FACTS };
}

/** How each service reaches the broker, and who keeps the exchange of facts there from now on. */
interface GrantedBroker {
  readonly url: (service: ServiceName) => string;
  readonly keeper: BrokerKeeper;
}

/**
 * Makes the exchange of facts, which is kept from then on, and an account for each service.
 * @param say told what the keeper had to do
 */
export async function grantBroker(
  { url, managementUrl }: Broker,
  passwords: Readonly<Record<ServiceName, string>>,
  env: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<GrantedBroker> {
  const plan = brokerPlan(passwords, env);
  const host = decodeURIComponent(new URL(url).pathname.slice(1)) || '/';
  const administrator = new BrokerAdministrator(managementUrl, host);
  await administrator.setUp(plan);
  return {
    url: (service) => urlOfAccount(url, `${plan.prefix}${service}`, passwords[service]),
    keeper: keepExchange(administrator, plan.exchange, say),
  };
}
