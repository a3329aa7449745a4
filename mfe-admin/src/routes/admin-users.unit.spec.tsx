import { MemoryRouter } from '@concert/web-kit/memory-router.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UserRow } from '@concert/contracts/auth/http';
import type { Role } from '@concert/contracts/core/roles';
import { SessionProvider, type Session } from '@concert/web-kit/session.tsx';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import AdminUsers from './admin-users.tsx';

const userId = (number: number) => `us_${String(number).padStart(20, '0')}`;
const admin = { userId: userId(0), email: 'admin@example.org', name: 'Ada', role: 'admin' } as NonNullable<Session>;

function user(number: number, changes: Partial<Record<keyof UserRow, unknown>> = {}) {
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

type Answer = { readonly status?: number; readonly body?: unknown } | 'unreachable';
let answers: Record<string, Answer | Answer[]> = {};
const calls: { route: string; body: unknown }[] = [];
const refresh = jest.fn(() => Promise.resolve<Session>(null));

function problem(status: number, code: string, detail = code): Answer {
  return { status, body: { type: '', title: detail, status, detail, instance: '/', code, traceId: 'trace-7' } };
}

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function open(at = '/admin/users', session: Session = admin) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <SessionProvider session={session} concert={null} pageTitle="Users List" refreshSession={refresh}>
        <AdminUsers />
      </SessionProvider>
      <Where />
    </MemoryRouter>,
  );
  await pass(0);
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

/* jsdom knows the element and not its methods. */
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
  };
});

beforeEach(() => {
  jest.useFakeTimers();
  answers = {};
  calls.length = 0;
  refresh.mockClear();
  globalThis.fetch = ((address: string, init?: RequestInit) => {
    const route = `${init?.method ?? 'GET'} ${address}`;
    const before = calls.filter((call) => call.route === route).length;
    calls.push({ route, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const listed = answers[route];
    const answer = Array.isArray(listed) ? listed[Math.min(before, listed.length - 1)] : listed;
    if (!answer || answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
    const status = answer.status ?? 200;
    return Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(JSON.stringify(answer.body)) } as Response);
  }) as typeof fetch;
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('/admin/users', () => {
  it('S3-03 shows what people said of themselves', async () => {
    answers = {
      'GET /api/users': {
        body: { items: [user(1, { skills: 'First aid', availability: 'Saturdays', note: 'Front row,\nplease' }), user(2)] },
      },
    };
    await open();
    const [about, nothing] = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .find((cell) => cell.dataset['label'] === 'About')!,
      );
    expect(
      within(about!)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Skills', 'Availability', 'Note']);
    expect(
      within(about!)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['First aid', 'Saturdays', 'Front row,\nplease']);
    expect(nothing!.textContent).toBe('None');
  });

  it('S1-20 S2-46 S2-84 S7-02 shows the users with what may be known of them', async () => {
    answers['GET /api/users'] = {
      body: { items: [user(1, { phone: '(555) 123-4567', role: 'organiser' }), user(2, { name: '', verified: false })] },
    };
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Users List' })).toBeTruthy();
    const [first, second] = screen.getAllByRole('row').slice(1);
    for (const text of ['Person 1', 'person-1@example.org', '(555) 123-4567', 'Organiser', 'Verified', '05/01/2026'])
      expect(within(first!).getByText(text)).toBeTruthy();
    for (const text of ['No name given', 'person-2@example.org', 'Buyer', 'Not verified'])
      expect(within(second!).getByText(text)).toBeTruthy();
    expect(screen.getByText('2 users shown')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more users' })).toBeNull();
  });

  it("S2-85 S8-04 says 'No users available' when there are none", async () => {
    answers['GET /api/users'] = { body: { items: [] } };
    await open();
    expect(screen.getByText('No users available')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it("S8-03 says 'Error fetching users list' and why, and can be asked again", async () => {
    answers['GET /api/users'] = ['unreachable', { body: { items: [user(1)] } }];
    await open();
    expect(screen.getByRole('alert').textContent).toContain('Error fetching users list');
    expect(screen.getByRole('alert').textContent).toContain('We cannot reach the concert site.');
    await press('Try again');
    expect(screen.getByText('Person 1')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reads a further page when it is asked for, and shows nobody twice', async () => {
    answers['GET /api/users'] = { body: { items: [user(1), user(2)], next: 'after-2' } };
    answers['GET /api/users?cursor=after-2'] = ['unreachable', { body: { items: [user(2), user(3)] } }];
    await open();
    expect(screen.getByText('2 users shown, there are more')).toBeTruthy();
    await press('Show more users');
    expect(screen.getByRole('alert').textContent).toContain('Error fetching users list');
    expect(screen.getAllByRole('row')).toHaveLength(3);
    await press('Show more users');
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Person 1', 'Person 2', 'Person 3']);
    expect(screen.getByText('3 users shown')).toBeTruthy();
  });

  it('searches when typing rests, keeps it in the address, and begins a new list', async () => {
    answers['GET /api/users'] = { body: { items: [user(1)], next: 'after-1' } };
    answers['GET /api/users?search=mee'] = { body: { items: [] } };
    await open();
    fireEvent.change(screen.getByLabelText('Search by name or email'), { target: { value: 'me' } });
    await pass(200);
    fireEvent.change(screen.getByLabelText('Search by name or email'), { target: { value: ' mee ' } });
    await pass(299);
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls.at(-1)?.route).toBe('GET /api/users?search=mee');
    expect(screen.getByTestId('where').textContent).toBe('/admin/users?search=mee');
    expect(screen.getByText('No users available')).toBeTruthy();
    expect(screen.getByText('No email and no part of a name begins with “mee”.')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Show everybody' }));
    await pass(0);
    expect(screen.getByText('Person 1')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('');
  });

  it('opens with the search of its address', async () => {
    answers['GET /api/users?search=person'] = { body: { items: [user(1)] } };
    await open('/admin/users?search=person');
    expect(screen.getByText('Person 1')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Search by name or email').value).toBe('person');
    expect(calls).toHaveLength(1);
  });

  it.each(['buyer', 'organiser'] satisfies Role[])('asks nothing for a %s', async (role) => {
    await open('/admin/users', { ...admin, role });
    expect(screen.getByText('Your account may not use this page')).toBeTruthy();
    expect(calls).toEqual([]);
  });
});

describe('changing a role', () => {
  const CHANGE = `PUT /api/users/${userId(1)}/role`;
  beforeEach(() => {
    answers['GET /api/users'] = { body: { items: [user(1), user(0, { name: 'Ada', email: 'admin@example.org', role: 'admin' })] } };
  });

  it('asks first, and changes the row', async () => {
    answers[CHANGE] = { body: user(1, { role: 'organiser' }) };
    await open();
    await press('Change role of Person 1');
    const dialog = screen.getByRole('dialog', { name: 'What may Person 1 do?' });
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Buyer, as now' }).checked).toBe(true);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Choose another role' }).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Organiser' }));
    expect(calls).toHaveLength(1);
    await press('Make an organiser');
    expect(calls.at(-1)).toEqual({ route: CHANGE, body: { role: 'organiser' } });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Organiser', { selector: 'td *' })).toBeTruthy();
    expect(refresh).not.toHaveBeenCalled();
  });

  it('changes nothing when the question is left', async () => {
    await open();
    await press('Change role of Person 1');
    fireEvent.click(screen.getByRole('radio', { name: 'Admin' }));
    await press('Change nothing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toHaveLength(1);
    await press('Change role of Person 1');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Buyer, as now' }).checked).toBe(true);
  });

  it('warns about one’s own role, and asks afterwards who is signed in', async () => {
    answers[`PUT /api/users/${userId(0)}/role`] = { body: user(0, { name: 'Ada', role: 'buyer' }) };
    await open();
    await press('Change role of Ada');
    expect(screen.getByText('This is your own account')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Buyer' }));
    await press('Make a buyer');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('says why the server does not do it', async () => {
    answers[CHANGE] = problem(409, 'auth.last_admin', 'This address is the admin that the site is set up with');
    await open();
    await press('Change role of Person 1');
    fireEvent.click(screen.getByRole('radio', { name: 'Admin' }));
    await press('Make an admin');
    expect(screen.getByText('Nothing was changed. This address is the admin that the site is set up with')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});
