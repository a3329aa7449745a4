import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { codeMailRoutes } from '@concert/contracts/notify/code-mails';
import { renderHook } from '@testing-library/react';
import { advance } from './testing/screen.tsx';
import { standInForSite } from './testing/site.ts';
import { useRefusedMail } from './use-refused-mail.ts';

const REQUEST = 'secret-of-this-browser';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('B6-566 looks twice whether the mail is refused, and anew after another one; a look that fails says nothing', async () => {
  const site = standInForSite(codeMailRoutes, { checkCodeMail: [{ refused: false }, 'unreachable', { refused: true }] });
  const { result, rerender } = renderHook(({ sentAgain }) => useRefusedMail(REQUEST, sentAgain), { initialProps: { sentAgain: 0 } });
  await advance(8_000);
  await advance(40_000);
  expect([site.to('checkCodeMail').length, result.current]).toEqual([2, false]);
  rerender({ sentAgain: 1 });
  await advance(8_000);
  expect([site.to('checkCodeMail').at(-1)?.body, result.current]).toEqual([{ request: REQUEST }, true]);
});
