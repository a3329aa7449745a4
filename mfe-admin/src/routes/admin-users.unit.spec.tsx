import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { authRoutes } from '@concert/contracts/auth/http';
import type { AnswerOf } from '@concert/contracts/core/route';
import type { UserId } from '@concert/contracts/core/ids';
import { advance, person, press, showScreen, currentAddress } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import AdminUsers from './admin-users.tsx';

type User = AnswerOf<typeof authRoutes.listUsers>['items'][number];

const userId = (number: number) => `us_${String(number).padStart(26, '0')}`;
const admin = person('admin', { userId: userId(0) as UserId, name: 'Ada' });

function user(number: number, changes: Partial<User> = {}): User {
  return {
    id: userId(number),
    name: `Person ${number}`,
    email: `person-${number}@example.org`,
    address: '',
    phone: '',
    note: '',
    skills: '',
    availability: '',
    role: 'buyer',
    verified: true,
    createdAt: '2026-05-01T02:00:00.000Z',
    ...changes,
  };
}

let site: Site<typeof authRoutes>;

async function open(at = '/admin/users', session = admin) {
  const shown = await showScreen(<AdminUsers />, { at, session, pageTitle: 'Users List' });
  await advance(0);
  return shown;
}

const openRow = (name: string) => fireEvent.click(screen.getByRole('link', { name: new RegExp(`^${name}, .*, open the account$`) }));

beforeEach(() => {
  jest.useFakeTimers();
  site = standInForSite(authRoutes, {});
});

describe('/admin/users', () => {
  it('S1-20 S2-46 S2-84 S7-02 shows the users with what may be known of them', async () => {
    site.answer({
      listUsers: {
        items: [user(1, { phone: '(555) 123-4567', role: 'organiser', skills: 'Singing' }), user(2, { name: '', verified: false })],
      },
    });
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Users List' })).toBeTruthy();
    const [first, second] = screen.getAllByRole('row').slice(1);
    for (const text of ['Person 1', 'person-1@example.org', '(555) 123-4567', 'Organiser', 'Verified', 'May 1'])
      expect(within(first!).getByText(text)).toBeTruthy();
    for (const text of ['No name given', 'person-2@example.org', 'Buyer', 'Not verified'])
      expect(within(second!).getByText(text)).toBeTruthy();
    expect(screen.getByText('2 users shown')).toBeTruthy();
    openRow('Person 1');
    expect(currentAddress()).toBe(`/admin/users?user=${userId(1)}`);
    const panel = screen.getByRole('dialog', { name: 'Person 1' });
    for (const text of ['Singing', 'Friday, May 1, 2026']) expect(within(panel).getByText(text)).toBeTruthy();
    await press('Close', panel);
    expect(currentAddress()).toBe('/admin/users');
    expect(screen.queryByRole('button', { name: 'Show more users' })).toBeNull();
  });

  it("S2-85 S8-04 says 'No users available' when there are none", async () => {
    site.answer({ listUsers: { items: [] } });
    await open();
    expect(screen.getByText('No users available')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it("S8-03 says 'Error fetching users list' and why, and can be asked again", async () => {
    site.answer({ listUsers: ['unreachable', { items: [user(1)] }] });
    await open();
    expect(screen.getByRole('alert').textContent).toContain('Error fetching users list');
    expect(screen.getByRole('alert').textContent).toContain('We cannot reach the concert site.');
    await press('Try again');
    expect(screen.getByText('Person 1')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('searches when typing rests, keeps it in the address, and begins a new list', async () => {
    site.answer({ listUsers: ({ query }) => (query?.search === 'mee' ? { items: [] } : { items: [user(1)], next: 'after-1' }) });
    await open();
    fireEvent.change(screen.getByLabelText('Search by name or email'), { target: { value: 'me' } });
    await advance(200);
    fireEvent.change(screen.getByLabelText('Search by name or email'), { target: { value: ' mee ' } });
    await advance(299);
    expect(site.to('listUsers')).toHaveLength(1);
    await advance(1);
    expect(site.calls.at(-1)?.query).toEqual({ search: 'mee' });
    expect(currentAddress()).toBe('/admin/users?search=mee');
    expect(screen.getByText('No users available')).toBeTruthy();
    expect(screen.getByText('No email and no part of a name begins with “mee”.')).toBeTruthy();
    await press('Show everyone', screen, 'link');
    expect(screen.getByText('Person 1')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('');
  });
});

describe('changing a role', () => {
  beforeEach(() => {
    site.answer({ listUsers: { items: [user(1), user(0, { name: 'Ada', email: 'admin@example.org', role: 'admin' })] } });
  });

  it('asks first, and changes the row', async () => {
    site.answer({ changeRole: user(1, { role: 'organiser' }) });
    const { refreshes } = await open();
    openRow('Person 1');
    await press('Change role of Person 1');
    const dialog = screen.getByRole('dialog', { name: 'What may Person 1 do?' });
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Buyer, as now' }).checked).toBe(true);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Choose another role' }).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Organiser' }));
    expect(site.to('changeRole')).toEqual([]);
    await press('Make an organiser');
    expect(site.calls.at(-1)).toEqual({ route: 'changeRole', params: { userId: userId(1) }, body: { role: 'organiser' } });
    expect(screen.queryByRole('dialog', { name: 'What may Person 1 do?' })).toBeNull();
    expect(screen.getByText('Person 1 is now an organiser.')).toBeTruthy();
    expect(screen.getByText('Organiser', { selector: 'td *' })).toBeTruthy();
    expect(refreshes()).toBe(0);
  });

  it('warns about one’s own role, and asks afterwards who is signed in', async () => {
    site.answer({ changeRole: user(0, { name: 'Ada', role: 'buyer' }) });
    const { refreshes } = await open();
    openRow('Ada');
    await press('Change role of Ada');
    expect(screen.getByText('This is your own account')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Buyer' }));
    await press('Make a buyer');
    expect(site.calls.at(-1)?.params).toEqual({ userId: userId(0) });
    expect(refreshes()).toBe(1);
  });
});

describe('lost passkeys', () => {
  it('B7-514 are removed by another admin, after a question and a fresh proof, and nobody removes their own', async () => {
    site.answer({
      listUsers: { items: [user(1), user(0, { name: 'Ada', role: 'admin' })] },
      showSignInWays: { google: false, organisersNeedPasskey: true },
      removeLostPasskeys: refusal('request.sign_in_again'),
    });
    await open();
    openRow('Ada');
    expect(screen.queryByRole('button', { name: 'Passkeys lost by Ada' })).toBeNull();
    await press('Close', screen.getByRole('dialog', { name: 'Ada' }));
    openRow('Person 1');
    await press('Passkeys lost by Person 1');
    expect(site.to('removeLostPasskeys')).toEqual([]);
    await press('Remove their passkeys');
    const proof = screen.getByRole('dialog', { name: 'Confirm it is you' });
    expect(within(proof).queryByLabelText('Password')).toBeNull();
    expect(within(proof).getByRole('button', { name: 'Use a passkey' })).toBeTruthy();
    site.answer({ removeLostPasskeys: ['unreachable', undefined] });
    fireEvent.click(within(proof).getByRole('button', { name: 'Cancel' }));
    await advance(0);
    await press('Remove their passkeys');
    expect(screen.getByRole('alert').textContent).toContain('Nothing was changed. We cannot reach the concert site');
    await press('Remove their passkeys');
    expect(site.to('removeLostPasskeys').map(({ params }) => params)).toEqual(Array(3).fill({ userId: userId(1) }));
    expect(screen.getByText('The passkeys are removed, and an email tells Person 1.')).toBeTruthy();
  });
});
