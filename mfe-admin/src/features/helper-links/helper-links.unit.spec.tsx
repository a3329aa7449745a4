import { authRoutes } from '@concert/contracts/auth/http';
import type { UserId } from '@concert/contracts/core/ids';
import { advance, person, press, showScreen } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HelperLinks } from './helper-links.tsx';

const url = 'https://concert.example/door#helper=secret';
const helper = {
  helperId: `us_${'1'.repeat(26)}` as UserId,
  name: 'Hanna',
  madeAt: '2027-01-23T17:00:00.000Z',
  openUntil: '2027-01-23T17:30:00.000Z',
  endsAt: '2027-01-24T05:00:00.000Z',
};
const sent: unknown[] = [];

function browserCan(share: ((data: ShareData) => Promise<void>) | undefined, writeText: (text: string) => Promise<void>) {
  if (share) Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}
const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));
const note = (what: unknown) => {
  sent.push(what);
  return Promise.resolve();
};

beforeEach(() => {
  jest.useFakeTimers();
  sent.length = 0;
  standInForSite(authRoutes, { listHelpers: { helpers: [helper] }, makeHelperLink: { helper, url } });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

async function sendLink() {
  await showScreen(<HelperLinks />, { session: person('organiser') });
  await advance(0);
  fireEvent.change(screen.getByLabelText('Name of the helper'), { target: { value: 'Hanna' } });
  await press('Make a helper link');
  await press('Send the link');
}

it('B5-549 sends a helper link by the phone’s own programs, and nothing when they are closed', async () => {
  browserCan(note, note);
  await sendLink();
  expect(sent).toMatchObject([{ url }]);
  cleanup();
  browserCan(refuse('AbortError'), note);
  await sendLink();
  expect(sent).toHaveLength(1);
});

it('B5-549 copies a helper link where no program takes it, and offers a mail where that is not allowed', async () => {
  browserCan(undefined, note);
  await sendLink();
  expect([sent, screen.getByRole('status').textContent]).toEqual([[url], 'The link is copied: paste it into a message.']);
  cleanup();
  browserCan(refuse('NotAllowedError'), refuse('NotAllowedError'));
  await sendLink();
  const mail = screen.getByRole('link', { name: 'Send it by email' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(mail)).toMatch(/^mailto:\?body=Hanna, .*#helper=secret$/);
});
