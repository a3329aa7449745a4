import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { confirmAtGoogle } from './confirm-at-google.ts';
import type { GoogleOutcome } from './google-outcome.ts';

const listeners = new Set<(message: { data: GoogleOutcome }) => void>();
const tell = (data: GoogleOutcome) => listeners.forEach((listener) => listener({ data }));
let opened: unknown[];
let stop: AbortController;

class ChannelStandIn {
  #listener: ((message: { data: GoogleOutcome }) => void) | undefined;
  addEventListener(_: string, listener: (message: { data: GoogleOutcome }) => void) {
    this.#listener = listener;
    listeners.add(listener);
  }
  close() {
    if (this.#listener) listeners.delete(this.#listener);
  }
}

beforeEach(() => {
  opened = [];
  stop = new AbortController();
  globalThis.BroadcastChannel = ChannelStandIn as unknown as typeof BroadcastChannel;
  jest.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(address);
    return window;
  });
});
afterEach(() => {
  expect(listeners.size).toBe(0);
});

describe('proving anew at Google who is signed in', () => {
  it('B7-513 opens a window that has Google ask, and hears what came of it', async () => {
    const outcome = confirmAtGoogle(stop.signal);
    expect(opened).toEqual(['/api/auth/google?mode=popup&again=yes']);
    tell({ done: true });
    expect(await outcome).toEqual({ ok: true, value: undefined });
  });

  it('says why it failed', async () => {
    const outcome = confirmAtGoogle(stop.signal);
    tell({ done: false, reason: 'other_person' });
    expect(await outcome).toEqual({ ok: false, text: 'This is not the Google account you signed in with' });
  });

  it('waits no longer than its person does', async () => {
    const outcome = confirmAtGoogle(stop.signal);
    stop.abort();
    expect(await outcome).toEqual({ ok: false, text: '' });
  });

  it('says when the browser opens no window', async () => {
    jest.spyOn(window, 'open').mockReturnValue(null);
    expect(await confirmAtGoogle(stop.signal)).toMatchObject({ ok: false, text: expect.stringContaining('did not open') });
  });
});
