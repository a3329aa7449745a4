import { defineRoutes } from '@concert/contracts/core/route';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { z } from 'zod';
import { setTabVisible } from '../testing/browser.ts';
import { advance, person, press, showScreen } from '../testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '../testing/site.ts';
import type { PollOptions } from './follow.ts';
import { useAct } from './use-act.ts';
import { usePages } from './use-pages.ts';
import { useRoute, type ReadOptions } from './use-route.ts';

const routes = defineRoutes({
  showBell: {
    request: 'GET /api/bell/:name',
    summary: 'Whether a bell still sounds',
    access: 'session',
    params: z.object({ name: z.string() }),
    answer: z.object({ sounds: z.boolean() }),
    problems: [],
  },
  listBells: {
    request: 'GET /api/bells',
    summary: 'Bells',
    access: 'session',
    query: z.object({ cursor: z.string().optional() }),
    answer: z.object({ items: z.array(z.string()), next: z.string().optional() }),
    problems: [],
  },
  ring: {
    request: 'POST /api/bell/:name/ring',
    summary: 'Rings a bell',
    access: 'session',
    params: z.object({ name: z.string() }),
    idempotencyKey: 'required',
    answer: z.object({ sounds: z.boolean() }),
    problems: [],
  },
});
type Bell = { readonly sounds: boolean };

function Bell({ name = 'low', ...options }: { name?: string } & ReadOptions<Bell>) {
  const { value, failure, busy, again } = useRoute(routes.showBell, { params: { name } }, options);
  return (
    <>
      <p>{value ? (value.sounds ? 'sounds' : 'silent') : 'unknown'}</p>
      <p>{failure ?? 'no failure'}</p>
      <p>{busy ? 'busy' : 'at rest'}</p>
      <button onClick={again}>again</button>
    </>
  );
}

const open = (answers: Answers<typeof routes>, options: ReadOptions<Bell> & { name?: string } = {}) => {
  const site = standInForSite(routes, answers);
  return showScreen(<Bell {...options} />).then((shown) => ({ ...site, ...shown }));
};
const says = (...words: string[]) => words.forEach((text) => expect(screen.getByText(text)).toBeTruthy());

beforeEach(() => {
  jest.useFakeTimers();
  setTabVisible(true);
});

describe('a reading', () => {
  it('keeps what was read while a later look is under way, and when it fails', async () => {
    await open({ showBell: [{ sounds: true }, 'unreachable', { sounds: false }] });
    says('sounds', 'no failure', 'at rest');
    await press('again');
    says('sounds', 'We cannot reach the concert site. Check your connection and try again.');
    await press('again');
    says('silent', 'no failure');
  });

  it('is not sent again by itself when it fails, nor kept once its screen is gone', async () => {
    const { calls, unmount } = await open({ showBell: ['unreachable', { sounds: true }] });
    await advance(600_000);
    says('unknown');
    expect(calls).toHaveLength(1);
    unmount();
    await open({ showBell: 'silent' });
    says('unknown', 'busy');
  });

  it('is followed by another one when it is asked for again during the first, which may have begun before a change', async () => {
    standInForSite(routes, { showBell: [{ sounds: true }, { sounds: false }] });
    const site = globalThis.fetch;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    globalThis.fetch = async (address, init) => {
      const answer = await site(address, init);
      await gate;
      return answer;
    };
    await showScreen(<Bell />);
    says('unknown', 'busy');
    await press('again');
    release();
    await advance(0);
    says('silent', 'at rest');
  });

  it('of another input is another one, and what was asked for the first is given up', async () => {
    const stopped: boolean[] = [];
    standInForSite(routes, { showBell: ({ params }) => (params.name === 'low' ? 'silent' : { sounds: true }) });
    const site = globalThis.fetch;
    globalThis.fetch = (address, init) => {
      init?.signal?.addEventListener('abort', () => stopped.push(true));
      return site(address, init);
    };
    const { unmount } = await showScreen(<Bell />);
    says('unknown');
    unmount();
    await advance(0);
    expect(stopped).toEqual([true]);
    await showScreen(<Bell name="high" />);
    says('sounds');
  });

  it.each([
    [false, 'unknown'],
    [true, 'sounds'],
  ])('of who turns out to be signed in shows nothing that was read before, unless all are answered alike: %s', async (alike, shown) => {
    const { becomes } = await open({ showBell: [{ sounds: true }, 'silent'] }, { alike });
    says('sounds');
    await becomes(person('buyer'));
    says(shown);
  });

  it.each(['reading', 'acting'])('asks the shell who is signed in when the session has ended before %s', async (when) => {
    standInForSite(routes, {
      showBell: when === 'reading' ? refusal('request.session_required') : { sounds: true },
      ring: refusal('request.session_required'),
    });
    const { refreshes } = await showScreen(
      <>
        <Bell />
        <Ringer />
      </>,
    );
    if (when === 'acting') await press('ring');
    expect(refreshes()).toBe(1);
  });
});

describe('what is under way', () => {
  const follow: PollOptions<Bell> = { while: (bell) => bell?.sounds !== false, firstMs: 1_000, mostMs: 8_000, forMs: 120_000 };

  it('is asked for slower each time and not for ever', async () => {
    const { calls } = await open({ showBell: { sounds: true } }, { follow });
    expect(calls).toHaveLength(1);
    await advance(1_000);
    expect(calls).toHaveLength(2);
    await advance(1_499);
    expect(calls).toHaveLength(2);
    await advance(1);
    expect(calls).toHaveLength(3);
    await advance(130_000);
    const asked = calls.length;
    expect(asked).toBeLessThan(25);
    await advance(1_200_000);
    expect(calls).toHaveLength(asked);
  });

  it('is asked for no more once it is over, and on through a lost connection', async () => {
    const { calls } = await open({ showBell: ['unreachable', { sounds: true }, 'unreachable', { sounds: false }] }, { follow });
    await advance(60_000);
    says('silent', 'no failure');
    expect(calls).toHaveLength(4);
  });

  it('is asked for in no hidden tab, and at once when somebody comes back', async () => {
    const { calls } = await open({ showBell: { sounds: true } }, { follow });
    act(() => setTabVisible(false));
    await advance(60_000);
    expect(calls).toHaveLength(1);
    act(() => setTabVisible(true));
    await advance(0);
    expect(calls).toHaveLength(2);
    await advance(1_000);
    expect(calls).toHaveLength(3);
  });

  it('is left alone by who comes back when it is over, unless every return asks', async () => {
    const over = await open({ showBell: { sounds: false } }, { follow });
    act(() => setTabVisible(true));
    await advance(0);
    expect(over.calls).toHaveLength(1);
    cleanup();
    const returning = await open({ showBell: { sounds: false } }, { follow, onReturn: true });
    act(() => setTabVisible(true));
    await advance(0);
    expect(returning.calls).toHaveLength(2);
  });
});

function Bells() {
  const list = usePages(routes.listBells, {
    input: (cursor) => ({ query: cursor ? { cursor } : {} }),
    page: (answer) => answer,
    idOf: (bell) => bell,
  });
  return (
    <>
      <p>{list.value?.join(' ') ?? 'unknown'}</p>
      {list.moreFailed && <p>{list.failure}</p>}
      {list.hasMore && <button onClick={list.more}>more</button>}
      <button onClick={() => list.replace('b')}>replace</button>
    </>
  );
}

it('a list is read a page at a time, keeps what was read when a page fails, and shows nothing twice', async () => {
  const { calls } = standInForSite(routes, { listBells: [{ items: ['a', 'b'], next: '2' }, 'unreachable', { items: ['b', 'c'] }] });
  await showScreen(<Bells />);
  says('a b');
  await press('more');
  says('a b', 'We cannot reach the concert site. Check your connection and try again.');
  await press('more');
  says('a b c');
  expect(screen.queryByRole('button', { name: 'more' })).toBeNull();
  expect(calls.map(({ query }) => query)).toEqual([undefined, { cursor: '2' }, { cursor: '2' }]);
});

function Ringer({ name = 'low', saysSessionEnd = false }: { name?: string; saysSessionEnd?: boolean }) {
  const { act: ring, busy, failure } = useAct(routes.ring, { saysSessionEnd });
  return (
    <>
      <button onClick={() => void ring({ params: { name } })}>ring</button>
      <p>{busy ? 'ringing' : (failure ?? 'may ring')}</p>
    </>
  );
}

it('an act keeps its key until its outcome is known, and takes a new one then', async () => {
  const { to } = standInForSite(routes, {
    ring: [
      'unreachable',
      refusal('request.sign_in_again'),
      refusal('request.failed'),
      { sounds: true },
      refusal('request.forbidden'),
      { sounds: true },
    ],
  });
  await showScreen(<Ringer />);
  for (let press_ = 0; press_ < 6; press_ += 1) await press('ring');
  says('may ring');
  const keys = to('ring').map(({ key }) => key);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(new Set(keys.slice(3)).size).toBe(3);
});
