import { expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { usePageRestored } from './use-page-restored.ts';

const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('coming back from another site is told when the browser restores the page as it was left, and not when it loads it', () => {
  const restored = jest.fn();
  renderHook(() => usePageRestored(restored));
  comeBack(false);
  expect(restored).not.toHaveBeenCalled();
  comeBack(true);
  expect(restored).toHaveBeenCalledTimes(1);
});
