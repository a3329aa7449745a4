import type { Socket } from 'node:net';
import { connect, type AmqpConnectionManager } from 'amqp-connection-manager';
import type { ChannelModel } from 'amqplib';
import type { Health } from '../../process/health.ts';
import type { Log } from '../../process/log.ts';
import type { Metrics } from '../../process/metrics.ts';
import { token } from '../../process/provide.ts';
import { onOneOffChannel } from './one-off-channel.ts';
import type { TlsContext } from '../../process/tls-context.ts';
import { ANSWER_TIMEOUT_MS, withTimeout } from '../../process/with-timeout.ts';

/** Injection token of the broker connection. */
export const RABBIT = token<AmqpConnectionManager>('Rabbit');

/** The account in an address of the broker. */
export function accountIn(url: string): string {
  return decodeURIComponent(URL.parse(url)?.username ?? '');
}

/** Opens a connection that reconnects by itself and never throws while the broker is away. `options.tls`: for an amqps:// address */
export function connectRabbit(options: {
  url: string;
  tls: TlsContext | undefined;
  name: string;
  log: Log;
  health: Health;
  metrics: Metrics;
}): AmqpConnectionManager {
  const { log, metrics } = options;
  const connection = connect([options.url], {
    heartbeatIntervalInSeconds: 5,
    reconnectTimeInSeconds: 1,
    connectionOptions: {
      clientProperties: { connection_name: options.name },
      timeout: 3_000,
      ...(options.tls ? { secureContext: options.tls.secureContext } : {}),
    },
  });
  metrics.dependencyUp.set({ dependency: 'rabbitmq' }, 0);
  let up = false;
  connection.on('connect', () => {
    up = true;
    metrics.dependencyUp.set({ dependency: 'rabbitmq' }, 1);
    log.info('broker answers', { dependency: 'rabbitmq' });
  });
  connection.on('disconnect', () => {
    if (up) log.warn('broker is away', { dependency: 'rabbitmq' });
    up = false;
    metrics.dependencyUp.set({ dependency: 'rabbitmq' }, 0);
  });
  connection.on('connectFailed', () => metrics.dependencyUp.set({ dependency: 'rabbitmq' }, 0));
  connection.on('blocked', () => log.warn('broker takes no messages for now', { dependency: 'rabbitmq' }));
  options.health.needs({ name: 'rabbitmq', check: () => connection.isConnected() });
  return connection;
}

/**
 * Leaves a broker that is away or silent: the connection ends, so that whatever waits for a word of the broker fails at once. The driver
 * would notice its silence after three heartbeats, and a stopping process would wait for each confirm and answer until then.
 */
export async function closeIfUnresponsive(broker: AmqpConnectionManager): Promise<void> {
  const { connection } = broker;
  if (connection) {
    const answers = await withTimeout(
      onOneOffChannel(connection, () => Promise.resolve()),
      ANSWER_TIMEOUT_MS,
    ).then(
      () => true,
      () => false,
    );
    if (answers) return;
  }
  void broker.close().catch(() => undefined);
  if (connection) socketOf(connection).destroy(new Error('the broker does not answer'));
}

/** The socket below a connection or a channel, of which the types of the driver do not tell. */
export function socketOf({ connection }: Pick<ChannelModel, 'connection'>): Socket {
  return (connection as unknown as { stream: Socket }).stream;
}
