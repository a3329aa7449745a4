import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { Result } from '../api-client.ts';
import { useCodeForm } from './use-code-form.ts';

const ok: Result<unknown> = { ok: true, value: undefined };

function shown() {
  const use = jest.fn((_code: string) => Promise.resolve(ok));
  const { result } = renderHook(() => useCodeForm({ use, again: () => Promise.resolve(ok) }));
  const change = (value: string) => act(async () => result.current.field.onChange({ target: { value } }));
  return { use, change, field: () => result.current.field };
}

describe('B5-607 the field of a code', () => {
  it.each(['482913', '482 913', '٤٨٢٩١٣', '9:41  Your code is 482913', 'now 10:05 AM Music for Meditation Concert Your code is 482913'])(
    'sends itself when %j is pasted or filled in',
    async (pasted) => {
      const { use, change } = shown();
      await change(pasted);
      expect(use.mock.calls).toEqual([['482913']]);
    },
  );

  it('sends itself after the last digit that is typed, of any script, and takes no seventh', async () => {
    const { use, change, field } = shown();
    for (const typed of ['٤', '4٨', '48٢', '482 ', '4829', '48291', '482913', '4829137']) await change(typed);
    expect([use.mock.calls, field().value]).toEqual([[['482913']], '482913']);
  });

  it('takes a code that is pasted behind what was typed', async () => {
    const { use, change } = shown();
    await change('48');
    await change('48Your code is 482913');
    expect(use.mock.calls).toEqual([['482913']]);
  });

  it.each(['order 123456, code 482913', '4829137', 'see you at 9:41', '10:05:33 482 913'])(
    'uses no try for %j, says why, and makes room',
    async (pasted) => {
      const { use, change, field } = shown();
      await change(pasted);
      expect([use.mock.calls, field().value, field().error]).toEqual([[], '', expect.stringContaining('not clear')]);
      await change('4');
      expect(field().error).toBeUndefined();
    },
  );

  it('takes the beginning of a code', async () => {
    const { use, change, field } = shown();
    await change('482 9');
    expect([use.mock.calls, field().value, field().error]).toEqual([[], '4829', undefined]);
  });
});
