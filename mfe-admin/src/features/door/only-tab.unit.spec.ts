import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HAND_OVER_MS, OnlyTab } from './only-tab.ts';

interface Waiting {
  readonly begin: () => void;
  readonly fail: (why: Error) => void;
}

/** One device: its lock, which one holder has at a time, and its tabs, which hear each other. */
class Device {
  #holder: Waiting | undefined;
  readonly #queue: Waiting[] = [];
  readonly #channels: { onmessage: BroadcastChannel['onmessage'] }[] = [];
  readonly log: string[] = [];

  readonly locks = {
    request: (_name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
      if (options.ifAvailable && this.#holder) return Promise.resolve(callback(null));
      return new Promise<unknown>((resolve, reject) => {
        const request: Waiting = {
          fail: reject,
          begin: () => {
            this.#holder = request;
            void Promise.resolve(callback({ name: '', mode: 'exclusive' })).then((value) => {
              resolve(value);
              if (this.#holder !== request) return;
              this.#holder = undefined;
              this.#queue.shift()?.begin();
            });
          },
        };
        options.signal?.addEventListener('abort', () => {
          const place = this.#queue.indexOf(request);
          if (place >= 0) this.#queue.splice(place, 1);
          reject(new Error('aborted'));
        });
        if (options.steal) {
          this.#holder?.fail(new Error('stolen'));
          request.begin();
        } else if (this.#holder) this.#queue.push(request);
        else request.begin();
      });
    },
  };

  /** @param asleep hears nothing any more */
  tab(name: string, { asleep = false } = {}): OnlyTab {
    const channel = {
      onmessage: null as BroadcastChannel['onmessage'],
      postMessage: () => {
        for (const other of this.#channels) if (other !== channel) other.onmessage?.call({} as BroadcastChannel, {} as MessageEvent);
      },
      close: () => undefined,
    };
    if (!asleep) this.#channels.push(channel);
    const tab = new OnlyTab({
      shared: { locks: this.locks as unknown as LockManager, channel },
      work: () => {
        this.log.push(`${name} begins`);
        return async () => {
          await new Promise((done) => setImmediate(done));
          this.log.push(`${name} ends`);
        };
      },
      onElsewhere: () => this.log.push(`${name} waits`),
    });
    void tab.start();
    return tab;
  }

  /** Waits until the tabs have done this, or as long as tabs take at most. */
  async told(...lines: readonly string[]): Promise<void> {
    for (let turn = 0; turn < 1_000 && this.log.join() !== lines.join(); turn += 1) await new Promise((done) => setImmediate(done));
    expect(this.log).toEqual(lines);
  }
}

/* Only a test moves the clock, so a busy machine takes no tab's time to hand over. */
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('the tabs of one device', () => {
  it('B5-515 do the work of the door in one of them, and in the next once that one is closed', async () => {
    const device = new Device();
    const first = device.tab('one');
    await device.told('one begins');
    device.tab('two');
    await device.told('one begins', 'two waits');
    first.end();
    await device.told('one begins', 'two waits', 'one ends', 'two begins');
  });

  it('B5-515 hand it over when asked: the first has ended before the second begins, and may take it back', async () => {
    const device = new Device();
    const first = device.tab('one');
    const second = device.tab('two');
    await device.told('one begins', 'two waits');
    void second.take();
    await device.told('one begins', 'two waits', 'one ends', 'two begins', 'one waits');
    await jest.advanceTimersByTimeAsync(HAND_OVER_MS);
    void first.take();
    await device.told('one begins', 'two waits', 'one ends', 'two begins', 'one waits', 'two ends', 'one begins', 'two waits');
  });

  it('B5-515 are not kept from it by one that sleeps', async () => {
    const device = new Device();
    device.tab('one', { asleep: true });
    const second = device.tab('two');
    await device.told('one begins', 'two waits');
    void second.take();
    await jest.advanceTimersByTimeAsync(HAND_OVER_MS - 1);
    await device.told('one begins', 'two waits');
    await jest.advanceTimersByTimeAsync(1);
    await device.told('one begins', 'two waits', 'two begins', 'one waits', 'one ends');
  });
});
