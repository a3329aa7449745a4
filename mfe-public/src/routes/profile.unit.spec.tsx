import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authRoutes } from '@concert/contracts/auth/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import { person, showScreen, currentAddress, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import Profile from './profile.tsx';

const buyer = person('buyer', { email: 'meera@example.org' });

const profile: AnswerOf<typeof authRoutes.showProfile> = {
  id: buyer.userId,
  name: 'Meera Raghavan',
  email: 'meera@example.org',
  address: '12 Lake Road',
  phone: '(555) 123-4567',
  note: '',
  skills: '',
  availability: '',
  role: 'buyer',
};

/** A person with a password alone. */
const secured = { listPasskeys: { passkeys: [] }, listSessions: { sessions: [] } };

const open = (shown: ShownWith = {}) => showScreen(<Profile />, { at: '/profile', session: buyer, pageTitle: 'Profile', ...shown });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

async function fill(label: string, value: string) {
  await userEvent.clear(await field(label));
  if (value) await userEvent.type(await field(label), value);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save your profile' }));

describe('/profile', () => {
  it('S1-08 S2-81 S2-82 S3-03 shows the fields; name and email cannot be edited, what is said of oneself can', async () => {
    standInForSite(authRoutes, { ...secured, showProfile: profile });
    await open();
    expect((await field('Name')).value).toBe('Meera Raghavan');
    expect((await field('Name')).readOnly).toBe(true);
    expect((await field('Email')).readOnly).toBe(true);
    for (const label of ['Address', 'Phone Number', 'Skills', 'Availability', 'Note']) expect((await field(label)).readOnly).toBe(false);
    expect(screen.getAllByRole('textbox')).toHaveLength(7);
  });

  it("S1-09 S1-10 S2-83 S7-32 really saves, and says 'Profile updated successfully' only then", async () => {
    const { calls } = standInForSite(authRoutes, {
      ...secured,
      showProfile: profile,
      saveProfile: { ...profile, address: '1 Hill Street\nTown', phone: '', skills: 'First aid' },
    });
    await open();
    await fill('Address', ' 1 Hill Street\nTown ');
    await fill('Phone Number', '');
    await fill('Skills', ' First aid ');
    expect(screen.queryByText('Profile updated successfully')).toBeNull();
    await save();
    expect(calls.at(-1)).toEqual({
      route: 'saveProfile',
      body: { address: '1 Hill Street\nTown', phone: '', note: '', skills: 'First aid', availability: '' },
    });
    expect(screen.getByText('Profile updated successfully')).toBeTruthy();
    expect((await field('Address')).value).toBe('1 Hill Street\nTown');
    expect((await field('Skills')).value).toBe('First aid');
    await fill('Phone Number', '5');
    expect(screen.queryByText('Profile updated successfully')).toBeNull();
  });

  it('B5-568 lets a person correct their name, and says what is missing at its field', async () => {
    const { calls } = standInForSite(authRoutes, { ...secured, showProfile: profile, saveProfile: { ...profile, name: 'Mira Raghavan' } });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Correct the name' }));
    expect(document.activeElement).toBe(await field('Name'));
    await fill('Name', ' ');
    await save();
    expect(screen.getAllByText('Name is required')).not.toEqual([]);
    await fill('Name', 'Mira Raghavan');
    await save();
    expect(calls.filter(({ route }) => route === 'saveProfile').map(({ body }) => body)).toMatchObject([{ name: 'Mira Raghavan' }]);
    expect([(await field('Name')).value, (await field('Name')).readOnly]).toEqual(['Mira Raghavan', true]);
  });

  it("S8-02 says 'Error updating profile' and why", async () => {
    standInForSite(authRoutes, { ...secured, showProfile: profile, saveProfile: 'unreachable' });
    await open();
    await field('Address');
    await save();
    expect(screen.getByRole('alert').textContent).toBe(
      'Error updating profileWe cannot reach the concert site. Check your connection and try again.',
    );
    expect(screen.queryByText('Profile updated successfully')).toBeNull();
  });
});

describe('signing out on every device', () => {
  const ask = () => userEvent.click(screen.getByRole('button', { name: 'Sign out on every device' }));

  it('B7-502 happens after a question, and leads to /login', async () => {
    const { calls } = standInForSite(authRoutes, { ...secured, showProfile: profile, signOutEverywhere: undefined });
    const { refreshes } = await open();
    await field('Address');
    await ask();
    expect(screen.getByRole('dialog', { name: 'Sign out on every device?' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(calls.map(({ route }) => route)).not.toContain('signOutEverywhere');
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    expect(calls.at(-1)?.route).toBe('signOutEverywhere');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(refreshes()).toBe(1);
    expect(window.localStorage.getItem('page_redirect')).toBeNull();
  });
});
