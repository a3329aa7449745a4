import { setTimeout as pause } from 'node:timers/promises';
import { MANAGEMENT } from '@concert/machine-kit/rabbitmq';
import { BrokerProbe } from '@concert/test-kit/broker';
import { until } from '@concert/test-kit/until';
import { disturbed, fault, type Fault, type Stage } from '../disturbed.ts';

const AWAY_MS = 6_000;
const PILING_UP_MS = 3_000;

const away = fault('the broker is away', async ({ site }) => {
  await site.system.part('rabbitmq').stop();
  await pause(AWAY_MS);
  await site.system.part('rabbitmq').start();
});

const killed = fault('kill -9 of the broker', ({ site }) => site.kill('rabbitmq'));

/** Asks the management interface of a broker that was started here. */
async function queues({ site }: Stage): Promise<{ name: string; messages?: number }[]> {
  const { username, password, port } = new URL(site.system.rabbit);
  const address = `http://127.0.0.1:${Number(port) + MANAGEMENT}/api/queues?disable_stats=true&enable_queue_totals=true`;
  const answer = await fetch(address, { headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` } });
  return (await answer.json()) as { name: string; messages?: number }[];
}

/** Nobody takes the messages of svc-notify for a while; then its queues are deleted with what lies in them. */
const deleted: Fault = async (stage) => {
  const { site, proof } = stage;
  site.signal('svc-notify', 'SIGSTOP');
  await pause(PILING_UP_MS);
  const found = (await queues(stage)).filter(({ name, messages = 0 }) => name.startsWith('svc-notify.') && messages > 0);
  proof.say(`${found.length} queues of svc-notify are deleted with ${found.reduce((sum, { messages = 0 }) => sum + messages, 0)} messages`);
  const probe = await BrokerProbe.open(site.system.rabbit);
  for (const { name } of found) await probe.remove('queue', name);
  await probe.close();
  site.signal('svc-notify', 'SIGCONT');
  // RabbitMQ 3.10 that is killed in the second of a deletion keeps the queue's name without its data, and no service can mend that.
  const names = async () => (await queues(stage)).map(({ name }) => name);
  await until('its queues are there again', names, (there) => found.every(({ name }) => there.includes(name)));
};

export const broker = disturbed({
  name: 'broker',
  goal: 200,
  shows: 'the broker is away, is killed, and loses its queues with the messages in them: every fact is told',
  lacks: 'what was lost with a queue is not published again',
  patch: {
    service: 'svc-booking',
    file: 'packages/service-kit/src/messages/internal/replays.ts',
    code: '.limit(AT_ONCE)',
    into: '.skip(1_000_000).limit(AT_ONCE)',
  },
  faults: [deleted, away, killed],
});
