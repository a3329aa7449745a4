import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authRoutes } from '@concert/contracts/auth/http';
import { STAYS_AFTER_ERASURE } from '@concert/contracts/core/personal-data';
import type { AnswerOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { person, showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Answers } from '@concert/web-kit/testing/site.ts';
import { YourData } from './your-data.tsx';

const routes = { ...authRoutes, ...notifyRoutes };
const buyer = person('buyer', { email: 'meera@example.org' });
const at = '2026-11-21T12:00:00.000Z';

const data: AnswerOf<typeof notifyRoutes.showOwnData> = {
  madeAt: at,
  account: {
    profile: {
      ...{ id: buyer.userId, name: 'Meera', email: buyer.email, role: 'buyer' },
      ...{ address: '', phone: '', note: '', skills: '', availability: '' },
    },
    createdAt: at,
    emailVerifiedAt: at,
    hasPassword: true,
    joinedWithGoogle: false,
    logins: [],
    loginPlaces: [],
    passkeys: [],
  },
  bookings: { bookings: [], entries: [], waiting: [], invitations: [] },
  payments: { payments: [], refunds: [], disputes: [] },
  mails: { sent: [], correctedAddresses: [], messages: [] },
};

async function open(answers: Answers<typeof routes>) {
  const site = standInForSite(routes, answers);
  const shown = await showScreen(<YourData email={buyer.email} />, { at: '/profile', session: buyer, pageTitle: 'Profile' });
  return { ...site, ...shown };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const typeWord = (word: string) => userEvent.type(screen.getByLabelText('Type ERASE to confirm', { exact: false }), word);

describe('the file of the own data', () => {
  it('B6-524 is saved as JSON, named after the day', async () => {
    const files: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => (files.push(file), 'blob:data'), revokeObjectURL: () => undefined });
    let name = '';
    HTMLAnchorElement.prototype.click = function click() {
      name = this.download;
    };
    await open({ showOwnData: data });
    await press('Download my data');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]!.type).toBe('application/json');
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(files[0]!);
    });
    expect(JSON.parse(text)).toEqual(data);
    expect(name).toBe('my-data-2026-11-21.json');
  });

  it('B6-524 says what is missing while a part of the site is away', async () => {
    const detail = 'What is kept of your payments cannot be read at the moment. Please try again in a minute';
    await open({ showOwnData: refusal('notify.own_data_incomplete', { detail }) });
    await press('Download my data');
    expect((await screen.findByRole('alert')).textContent).toBe(`Your data was not saved. ${detail}`);
  });
});

describe('the proof of who has no password', () => {
  const ways = { google: true, organisersNeedPasskey: true, provesByCode: true } as const;
  const mailed = { message: 'Sign-in code sent', request: 'r'.repeat(43), expiresAt: at };

  it('B5-565 B9-572 is a mailed code or a passkey; a wrong code opens nothing, another can be sent, and then the file is saved', async () => {
    const files: Blob[] = [];
    Object.assign(URL, { createObjectURL: (file: Blob) => (files.push(file), 'blob:data'), revokeObjectURL: () => undefined });
    HTMLAnchorElement.prototype.click = () => undefined;
    const { calls } = await open({
      showOwnData: [refusal('request.sign_in_again'), data],
      showSignInWays: ways,
      requestSignInCode: mailed,
      useSignInCode: [refusal('auth.code_refused', { detail: '4 tries are left.' }), { session: buyer, message: 'Signed in' }],
    });
    await press('Download my data');
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it is you' }));
    await dialog.findByRole('button', { name: 'Use a passkey' });
    expect([dialog.queryByLabelText('Password'), dialog.queryByRole('button', { name: 'Use Google' })]).toEqual([null, null]);
    await press('Email a code to meera@example.org');
    await userEvent.type(await dialog.findByLabelText('Code'), '000000');
    expect(await dialog.findByText('4 tries are left.')).toBeTruthy();
    expect(files).toEqual([]);
    await press('Send again');
    await userEvent.type(dialog.getByLabelText('Code'), '123456');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(screen.queryByRole('dialog', { name: 'Confirm it is you' })).toBeNull();
    const code = (route: string) => ['requestSignInCode', 'useSignInCode'].includes(route);
    expect(calls.filter(({ route }) => code(route)).map(({ body }) => body)).toEqual([
      { email: 'meera@example.org', request: expect.any(String) },
      { request: mailed.request, code: '000000' },
      { email: 'meera@example.org', request: expect.any(String) },
      { request: mailed.request, code: '123456' },
    ]);
  });
});

describe('erasing oneself', () => {
  it('B6-523 says what stays and why, asks for a word and, where the last proof is old, who it is, and leads away', async () => {
    const { calls, refreshes } = await open({
      eraseAccount: [refusal('request.sign_in_again'), { erasedAt: at }],
      showSignInWays: { google: false, organisersNeedPasskey: false },
      confirmPassword: { message: 'Password confirmed' },
    });
    await press('Delete my account');
    for (const { what, why } of STAYS_AFTER_ERASURE) {
      expect(screen.getByText(what)).toBeTruthy();
      expect(screen.getByText(why)).toBeTruthy();
    }
    await press('Delete my account for good');
    await waitFor(() => expect(screen.getAllByText('Please type ERASE')).not.toEqual([]));
    expect(calls).toEqual([]);
    await typeWord('ERASE');
    await press('Delete my account for good');
    await userEvent.type(await screen.findByLabelText('Password'), 'violet harbour lantern 9');
    await press('Confirm');
    await waitFor(() => expect(currentAddress()).toBe('/'));
    expect(calls.at(-1)).toMatchObject({ route: 'eraseAccount', body: { confirmation: 'ERASE' } });
    expect(refreshes()).toBeGreaterThan(0);
  });

  it('B6-523 says which booking stands in the way', async () => {
    const detail = 'Booking bk_00000000000000000000000001 is not paid yet, and not released.';
    await open({ eraseAccount: refusal('auth.money_open', { detail }) });
    await press('Delete my account');
    await typeWord('ERASE');
    await press('Delete my account for good');
    expect((await screen.findByRole('alert')).textContent).toBe(`Nothing was deleted. ${detail}`);
    expect(currentAddress()).toBe('/profile');
  });
});
