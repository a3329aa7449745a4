import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { standInForFilm } from '@concert/web-kit/testing/browser.ts';
import { showScreen } from '@concert/web-kit/testing/screen.tsx';
import { ZodiacPlayer } from './zodiac-player.tsx';

/* jsdom makes no sound; this stands in for what does, and remembers what it was told. */
interface Source {
  loop: boolean;
  loopStart: number;
  loopEnd: number;
  file: string;
  sounding: boolean;
}
let sources: Source[] = [];
let context: { state: string } | undefined;
let fetched: string[] = [];
const keys = new Map<string, () => void>();

class StandInNode {
  gain = {
    value: 0,
    cancelScheduledValues: () => undefined,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
    setTargetAtTime: () => undefined,
  };
  fftSize = 2048;
  connect(next: unknown) {
    return next;
  }
  disconnect() {}
  getByteTimeDomainData(samples: Uint8Array) {
    samples.fill(160);
  }
}

class StandInSource extends StandInNode implements Source {
  loop: boolean;
  loopStart = 0;
  loopEnd = 0;
  file: string;
  sounding = false;
  constructor(_: unknown, options: { buffer: { file: string }; loop: boolean }) {
    super();
    this.loop = options.loop;
    this.file = options.buffer.file;
    sources.push(this);
  }
  start() {
    this.sounding = true;
  }
  stop() {
    this.sounding = false;
  }
}

class StandInContext {
  state = 'running';
  currentTime = 0;
  destination = {};
  constructor() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    context = this;
  }
  resume() {
    this.state = 'running';
    return Promise.resolve();
  }
  suspend() {
    this.state = 'suspended';
    return Promise.resolve();
  }
  close() {
    this.state = 'closed';
    return Promise.resolve();
  }
  decodeAudioData(bytes: { file: string }) {
    return Promise.resolve({ file: bytes.file });
  }
}

beforeEach(() => {
  sources = [];
  fetched = [];
  keys.clear();
  standInForFilm({ still: true });
  HTMLMediaElement.prototype.canPlayType = () => 'probably';
  Object.assign(globalThis, {
    AudioContext: StandInContext,
    GainNode: StandInNode,
    AnalyserNode: StandInNode,
    AudioBufferSourceNode: StandInSource,
    MediaMetadata: class {
      constructor(public readonly words: object) {}
    },
  });
  Object.defineProperty(navigator, 'mediaSession', {
    configurable: true,
    value: {
      metadata: null,
      playbackState: 'none',
      setActionHandler: (action: string, handler: () => void) => void keys.set(action, handler),
    },
  });
  globalThis.fetch = ((file: string) => {
    fetched.push(file);
    return Promise.resolve({ ok: true, arrayBuffer: () => Promise.resolve({ file }) });
  }) as unknown as typeof fetch;
});

const SIGNS = 'Aquarius, Aries, Cancer, Capricorn, Gemini, Leo, Libra, Pisces, Sagittarius, Scorpio, Taurus, Virgo'.split(', ');

const open = (at = '/how-music-heals') => showScreen(<ZodiacPlayer />, { at });
const choose = (name: string) => fireEvent.change(screen.getByLabelText('Your sign'), { target: { value: name } });
const play = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Play the music of ${name}` }));
  await screen.findByText(`${name} is playing, on repeat until you pause it.`);
};

describe('S1-04 S2-12 zodiac music', () => {
  it('S2-74 S2-75 is chosen from a list of the twelve signs in their order', async () => {
    await open();
    const list = screen.getByLabelText<HTMLSelectElement>('Your sign');
    expect([...list.options].map((option) => option.text)).toEqual(['Select Zodiac Sign', ...SIGNS]);
    expect(list.value).toBe('');
  });

  it('S2-77 shows the player after a selection, and fetches nothing before Play is pressed', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /^Play the music/ })).toBeNull();
    choose('Leo');
    expect(screen.getByRole('heading', { name: 'Leo' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play the music of Leo' })).toBeTruthy();
    expect(fetched).toEqual([]);
  });

  it.each(SIGNS)('S2-76 %s plays its own file and no other', async (sign) => {
    await open();
    choose(sign);
    await play(sign);
    expect(fetched).toEqual([`/remotes/public/media/music/${sign.toLowerCase()}.webm`]);
    expect(sources.map(({ sounding }) => sounding)).toEqual([true]);
  });

  it('S2-76 plays a file round and round between its own two points', async () => {
    await open();
    choose('Leo');
    await play('Leo');
    expect(sources[0]).toMatchObject({ loop: true, loopStart: 0.5, sounding: true });
    expect(sources[0]!.loopEnd - sources[0]!.loopStart).toBeCloseTo(33.333, 2);
  });

  it('B6-514 lets one sound at a time be heard, and pauses it', async () => {
    await open();
    choose('Leo');
    await play('Leo');
    fireEvent.click(screen.getByRole('button', { name: 'Aries' }));
    await screen.findByText('Aries is playing, on repeat until you pause it.');
    expect(sources.map(({ sounding }) => sounding)).toEqual([false, true]);
    fireEvent.click(screen.getByRole('button', { name: 'Pause the music of Aries' }));
    expect(await screen.findByText('Paused')).toBeTruthy();
    expect(context?.state).toBe('suspended');
    await play('Aries');
    expect(sources).toHaveLength(2);
  });

  it('B6-514 is moved by the media keys: pause, play, and the signs before and after', async () => {
    await open();
    choose('Leo');
    await play('Leo');
    act(() => keys.get('pause')!());
    expect(await screen.findByText('Paused')).toBeTruthy();
    act(() => keys.get('nexttrack')!());
    await screen.findByText('Libra is playing, on repeat until you pause it.');
    act(() => keys.get('previoustrack')!());
    await screen.findByText('Leo is playing, on repeat until you pause it.');
  });

  it('follows a link that names a sign, and says when the music does not arrive', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await open('/how-music-heals?sign=pisces');
    fireEvent.click(screen.getByRole('button', { name: 'Play the music of Pisces' }));
    expect(await screen.findByText('The music did not arrive')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Play the music of Pisces' })).toBeTruthy());
  });
});
