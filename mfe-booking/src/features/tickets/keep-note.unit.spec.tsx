import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { KeepNote } from './ticket-codes.tsx';

const NEVER = /^Without network this page does not open here\. .*take a screenshot of each code/;
const IN_APP = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/380.0 Mobile/15E148';

/** A browser that keeps pages; whether it may forget them. */
function browser({ worker = true, store = true, persisted = false }) {
  if (worker) Object.assign(navigator, { serviceWorker: { getRegistration: () => Promise.resolve(undefined) } });
  Object.assign(navigator, { storage: { persisted: () => Promise.resolve(persisted) } });
  const opened = { result: { transaction: () => ({ objectStore: () => ({ get: answer }) }), close: () => undefined } };
  const answered = (request: object) => {
    queueMicrotask(() => (request as { onsuccess?: () => void }).onsuccess?.());
    return request;
  };
  function answer() {
    return answered({});
  }
  if (store) Object.assign(window, { indexedDB: { open: () => answered({ ...opened }) } });
}

beforeEach(() => window.history.replaceState(null, '', '/get-details?ref=bk_1&ref2=signed'));
afterEach(() => {
  for (const name of ['serviceWorker', 'storage'] as const) delete (navigator as unknown as Record<string, unknown>)[name];
  delete (window as { indexedDB?: unknown }).indexedDB;
});

it.each([
  ['a browser without service workers', { worker: false }],
  ['a browser that keeps no data', { store: false }],
])('B5-615 in %s the ticket page says that it needs the network, and where to keep the codes', async (_, has) => {
  browser(has);
  render(<KeepNote />);
  expect(await screen.findByText(NEVER)).toBeTruthy();
});

it('B5-615 inside another app the ticket page says so too, and under an address that does not open the tickets by itself', async () => {
  browser({});
  const inApp = jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IN_APP);
  render(<KeepNote />).unmount();
  render(<KeepNote />);
  expect(await screen.findByText(NEVER)).toBeTruthy();
  inApp.mockRestore();
  window.history.replaceState(null, '', '/get-details?ref=bk_1');
  render(<KeepNote />);
  await waitFor(() => expect(screen.getAllByText(NEVER)).toHaveLength(2));
});

it('B5-615 a browser may forget the ticket page after some days, which the page says unless it promised to keep it', async () => {
  browser({});
  const { unmount } = render(<KeepNote />);
  expect(await screen.findByText(/^Without network this page opens here for a few days only\. .*screenshot of each code/)).toBeTruthy();
  unmount();
  const promised = jest.fn(() => Promise.resolve(true));
  browser({ persisted: true });
  Object.assign(navigator, { storage: { persisted: promised } });
  render(<KeepNote />);
  await waitFor(() => expect(promised).toHaveBeenCalled());
  expect(screen.queryByText(/Without network/)).toBeNull();
});
