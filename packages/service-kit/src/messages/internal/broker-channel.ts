import type { AmqpConnectionManager, ChannelWrapper } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import { backoff } from '../../process/backoff.ts';
import type { Log } from '../../process/log.ts';
import { closeWithTimeout } from '../../process/with-timeout.ts';

const REOPENING = { firstMs: 500, maxMs: 10_000 };

/** What a channel is for. */
export interface ChannelUse {
  readonly name: string;
  /** Declares and consumes; runs on each new channel. */
  readonly setUp: (channel: ConfirmChannel) => Promise<void>;
}

/**
 * A confirm channel that reopens by itself: with the connection, and also when only the channel was closed (a refused declaration, a
 * consumer cancelled by the broker, a publish to an exchange that is gone). The library below would wait for the next connection in that
 * case, and the process would consume nothing while it looks healthy.
 */
export class BrokerChannel {
  private wrapper: ChannelWrapper | undefined;
  private current: ConfirmChannel | undefined;
  private usable = false;
  private closed = false;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly broker: AmqpConnectionManager,
    private readonly use: ChannelUse,
    private readonly log: Log,
  ) {}

  open(): void {
    const wrapper = this.broker.createChannel({
      name: this.use.name,
      confirm: true,
      setup: (channel: ConfirmChannel) => this.setUp(wrapper, channel),
    });
    // Without a listener, a failure would end the process.
    wrapper.on('error', (error: unknown) => {
      this.current = undefined;
      this.failed(undefined, error);
    });
    this.wrapper = wrapper;
  }

  /** Whether it is set up and open now. */
  isUsable(): boolean {
    return this.usable;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.usable = false;
    clearTimeout(this.timer);
    await closeWithTimeout(() => this.wrapper?.close());
  }

  private async setUp(wrapper: ChannelWrapper, channel: ConfirmChannel): Promise<void> {
    if (this.closed || wrapper !== this.wrapper) {
      // This wrapper was replaced while it was still connecting.
      await channel.close();
      return;
    }
    this.current = channel;
    this.usable = false;
    channel.on('error', (error: unknown) =>
      this.log.error('a channel was closed by the broker', { dependency: 'rabbitmq', task: this.use.name }, error),
    );
    channel.on('close', () => this.failed(channel, undefined));
    try {
      await this.use.setUp(channel);
      this.usable = this.current === channel;
      this.failures = 0;
    } catch (error) {
      this.failed(channel, error);
    }
  }

  /** Opens a new channel soon, unless the connection itself is gone: then the next connection brings one. */
  private failed(channel: ConfirmChannel | undefined, error: unknown): void {
    if (this.closed || (channel && channel !== this.current)) return;
    this.usable = false;
    if (error !== undefined) this.log.error('a channel could not be set up', { dependency: 'rabbitmq', task: this.use.name }, error);
    const pause = backoff(this.failures, REOPENING);
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.closed || this.usable || this.current !== channel || !this.broker.isConnected()) return;
      void this.wrapper?.close().catch(() => undefined);
      this.open();
    }, pause);
  }
}
