import { randomUUID } from 'node:crypto';
import { Neighbours } from '@concert/test-kit/broker';
import { KeyRing } from '@concert/test-kit/keys';
import { openTestRoom } from '@concert/test-kit/servers';
import { until, untilReady } from '@concert/test-kit/until';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import { HEADER_TYPE, topology } from '../src/messages/topology.ts';
import type { RunningService } from '../src/service.ts';
import { migrate } from '../src/migrations.ts';
import { probeIndexes, RETRIES_MS, startProbe, thingMadeV1, thingSoldV1 } from './probe-service.ts';
import { Steering } from './steering.ts';

/** The service of these tests, running on real servers, with the neighbours that tell it facts. */
export class RunningProbe {
  readonly room = openTestRoom();
  readonly keys = new KeyRing(['gateway', 'svc-notify', 'svc-booking', 'svc-payment']);
  readonly names: ReturnType<typeof topology>;
  readonly lines: string[] = [];
  service!: RunningService;
  steering!: Steering;
  database!: Connection;
  broker!: ChannelModel;
  channel!: ConfirmChannel;
  readonly #owner = new Neighbours(this.room);
  readonly #over: NonNullable<Parameters<typeof startProbe>[1]>;

  /** @param over how it is started otherwise than usual */
  constructor(over: NonNullable<Parameters<typeof startProbe>[1]> = {}) {
    this.#over = over;
    this.names = topology(this.room.exchange, this.room.queuePrefix, over.retryDelaysMs ?? RETRIES_MS);
  }

  async start(): Promise<void> {
    this.database = await mongoose.createConnection(this.room.mongoUrl).asPromise();
    await migrate(this.database, [], probeIndexes, () => undefined);
    this.broker = await connect(this.room.rabbitUrl);
    this.channel = await this.broker.createConfirmChannel();
    await this.room.openBroker([thingMadeV1, thingSoldV1]);
    this.service = await startProbe(
      { ...this.room.settingsOf('svc-notify'), ...this.keys.settingsFor('svc-notify') },
      { logLines: { write: (line) => void this.lines.push(line) }, ...this.#over },
    );
    this.steering = this.service.app.get(Steering);
    await untilReady(this.service.url);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.#owner.close();
    await this.broker?.close();
    await this.database?.close();
    await this.room.close();
  }

  /** How often a name took effect. */
  async effects(name: string, collection = 'counts'): Promise<number> {
    return (await this.database.db!.collection<{ _id: string; effects: number }>(collection).findOne({ _id: name }))?.effects ?? 0;
  }

  handled(name: string, times = 1): Promise<number> {
    return until(`${name} was counted`, () => this.effects(name), times, { withinMs: 10_000 });
  }

  async make(name: string, over: { sold?: boolean } = {}): Promise<{ status: number; body: { number?: number } }> {
    const response = await fetch(`${this.service.url}/api/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, ...over }),
    });
    return { status: response.status, body: (await response.json()) as { number?: number } };
  }

  /** Publishes a fact as its owner would. @returns the id of its message */
  async tell(
    content: unknown,
    options: { id?: string; times?: number; headers?: Record<string, unknown>; type?: string; to?: string } = {},
  ): Promise<string> {
    const { id = randomUUID(), times = 1, type = thingMadeV1.type } = options;
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    await this.#owner.publish(type, bytes, { messageId: id, times, to: options.to, headers: { [HEADER_TYPE]: type, ...options.headers } });
    return id;
  }
}
