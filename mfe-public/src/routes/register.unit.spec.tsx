import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authRoutes } from '@concert/contracts/auth/http';
import { showScreen, type ShownWith } from '@concert/web-kit/testing/screen.tsx';
import { standInForSite } from '@concert/web-kit/testing/site.ts';
import Register from './register.tsx';

const PASSWORD = 'river lantern quietly seven';

const open = (shown: ShownWith = {}) => showScreen(<Register />, { at: '/register', pageTitle: 'Register', ...shown });

async function register(name = 'Meera Raghavan', email = 'meera@example.org', password = PASSWORD) {
  if (name) await userEvent.type(screen.getByLabelText('Name'), name);
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
}

describe('/register', () => {
  it("S2-29 S3-06 S7-01 sends name, email and password, and says 'Registration successful'", async () => {
    const { calls } = standInForSite(authRoutes, { register: { message: 'whatever' }, resendVerification: { message: 'sent' } });
    await open();
    await register();
    expect(calls).toEqual([{ route: 'register', body: { name: 'Meera Raghavan', email: 'meera@example.org', password: PASSWORD } }]);
    expect(screen.getByText('Registration successful')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('Open the email to meera@example.org on this device');
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(calls.at(-1)).toEqual({ route: 'resendVerification', body: { email: 'meera@example.org' } });
  });

  it('S5-05 S5-06 asks for every field, and for an email in the email', async () => {
    const { calls } = standInForSite(authRoutes);
    await open();
    expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email');
    await register('', '', '');
    for (const text of ['Name is required', 'Email is required', 'Password is required']) expect(screen.getAllByText(text)).toHaveLength(2);
    await register('', 'meera', '');
    expect(screen.getAllByText('Email is invalid')).toHaveLength(2);
    expect(calls).toEqual([]);
  });

  it("S8-01 says 'Error registering user' and why", async () => {
    standInForSite(authRoutes, { register: 'unreachable' });
    await open();
    await register();
    expect(screen.getByRole('alert').textContent).toBe(
      'Error registering userWe cannot reach the concert site. Check your connection and try again.',
    );
  });
});
