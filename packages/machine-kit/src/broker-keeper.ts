import { setTimeout as pause } from 'node:timers/promises';
import type { BrokerAdministrator } from './broker-accounts.ts';

/** Whatever is deleted at the broker is made again within a minute; the rest of it is for the services, which bind their queues again. */
const KEEP_EVERY_MS = 15_000;

/** Keeps watch until it is stopped. */
export interface BrokerKeeper {
  readonly stop: () => Promise<void>;
}

/**
 * Makes the exchange of facts again whenever somebody has deleted it, in place of the services, which have no right to. Accounts and their
 * rights are left alone: they outlive the exchange. A broker that is away is asked again.
 * @param say told when the exchange was made again, and once when the broker begins to refuse or does not answer
 */
export function keepExchange(
  administrator: Pick<BrokerAdministrator, 'makeExchange'>,
  exchange: string,
  say: (text: string) => void,
  everyMs = KEEP_EVERY_MS,
): BrokerKeeper {
  const ending = new AbortController();
  const kept = keep(administrator, exchange, say, everyMs, ending.signal);
  return {
    stop: () => {
      ending.abort();
      return kept;
    },
  };
}

async function keep(
  administrator: Pick<BrokerAdministrator, 'makeExchange'>,
  exchange: string,
  say: (text: string) => void,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  let said = '';
  while (!signal.aborted) {
    try {
      if (await administrator.makeExchange(exchange, signal)) say(`The exchange ${exchange} was gone at the broker, and was made again.`);
      said = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== said && !signal.aborted) say(`The exchange ${exchange} is not watched: ${message}`);
      said = message;
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
