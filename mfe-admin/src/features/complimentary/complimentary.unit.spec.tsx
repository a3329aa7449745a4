import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AnswerOf } from '@concert/contracts/core/route';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { currentAddress, person, recordToasts, showScreen, typeInto as type, pressNow as press } from '@concert/web-kit/testing/screen.tsx';
import { refusal, standInForSite, type Site } from '@concert/web-kit/testing/site.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import App from '../../app.tsx';

type Listing = AnswerOf<typeof bookingRoutes.listComplimentary>;
type Entry = Listing['items'][number];
type SheetRow = AnswerOf<typeof bookingRoutes.previewImport>['rows'][number];

const allotment: Listing['allotment'] = { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 28, left: 2 };
const entry = (over: Partial<Entry> = {}): Entry => ({
  id: `cp_${'1'.repeat(26)}`,
  group: 'v',
  name: 'Vera Guest',
  email2: 'vera@example.org',
  phoneno: '',
  notickets: 2,
  status: 'Issued',
  created_at: { _seconds: 1_719_770_651 },
  inside: 0,
  ...over,
});

const DETAILS: AnswerOf<typeof bookingRoutes.showComplimentaryDetails>[number] = {
  ...{
    id: `cp_${'1'.repeat(26)}`,
    userbookingid: `cp_${'1'.repeat(26)}`,
    firstname: 'Vera Guest',
    lastname: '',
    email: 'vera@example.org',
  },
  ...{ phoneno: '', seating: 'VIP Tickets', notickets: 2, amount: 0, currency: 'USD', status: 'Issued', created_at: { _seconds: 1 } },
};

let site: Site<typeof bookingRoutes>;

beforeEach(() => {
  site = standInForSite(bookingRoutes, { listComplimentary: { items: [], allotment }, listInvitations: { items: [] } });
});

async function open(at = '/v-i-p-tickets') {
  await showScreen((props) => <App {...props} />, { at, session: person('organiser'), pageTitle: 'VIP Tickets' });
  await screen.findByLabelText('No. of Tickets');
  await act(() => Promise.resolve());
}
const fill = () => {
  type('Name', 'Vera Guest');
  type('Email', 'vera@example.org');
  type('No. of Tickets', '2');
};
describe('the form of a complimentary entry', () => {
  it.each(['/hdyc-family', '/v-i-p-tickets', '/friends-and-family'])(
    'S2-124 S2-125 S9-10 at %s asks for name, email, phone number and 1 to 6 tickets',
    async (path) => {
      await open(path);
      expect(
        ['Name', 'Email', 'Phone Number', 'No. of Tickets'].map((label) => screen.getByLabelText<HTMLInputElement>(label).name),
      ).toEqual(['name', 'email', 'phoneno', 'notickets']);
      expect([...screen.getByLabelText<HTMLSelectElement>('No. of Tickets').options].map(({ value }) => value)).toEqual([
        '',
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
      ]);
    },
  );

  it('S5-19 S5-20 S5-21 S5-22 S5-23 S5-24 checks a field from its first edit on', async () => {
    await open();
    expect(screen.queryByText(/is required|is invalid/)).toBeNull();
    type('Name', 'V');
    expect(screen.queryByText(/is required|is invalid/)).toBeNull();
    type('Name', ' ');
    expect(screen.getByText('Name is required')).toBeTruthy();
    type('Email', 'nobody');
    expect(screen.getByText('Email is invalid')).toBeTruthy();
    type('Email', '');
    expect(screen.getByText('Email is required')).toBeTruthy();
    type('Phone Number', '12');
    expect(screen.getByText('Phone number is invalid')).toBeTruthy();
    type('Phone Number', '');
    expect(screen.queryByText('Phone number is invalid')).toBeNull();
    type('No. of Tickets', '2');
    type('No. of Tickets', '');
    expect(screen.getByText('No. of Tickets is required')).toBeTruthy();
  });

  it("S5-26 S2-126 S9-17 says 'Please fill data or correct the errors' for 5 s, and sends nothing", async () => {
    await open();
    jest.useFakeTimers();
    await press('Add VIP');
    expect(screen.getByText('Please fill data or correct the errors')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    act(() => void jest.advanceTimersByTime(4_999));
    expect(screen.getByText('Please fill data or correct the errors')).toBeTruthy();
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.queryByText('Please fill data or correct the errors')).toBeNull();
    expect(site.calls.map(({ route }) => route)).toEqual(['listComplimentary', 'listInvitations']);
  });

  it.each<[string, string, 'addFamilyMember' | 'addVip' | 'addFriendOrFamily', string, string]>([
    ['S8-18 S2-39 S3-28', '/hdyc-family', 'addFamilyMember', 'Add family member', 'HDYC Family Member Added Successfully'],
    ['S8-19 S2-40 S3-28', '/v-i-p-tickets', 'addVip', 'Add VIP', 'VIP Member Added Successfully'],
    [
      'S8-20 S2-41 S3-28',
      '/friends-and-family',
      'addFriendOrFamily',
      'Add friend or relative',
      'Friends and Family Member Added Successfully',
    ],
  ])(
    '%s S6-10 S7-33 at %s sends the organiser’s and the guest’s email, says what was added and reads the list and what is left anew',
    async (_, path, route, button, words) => {
      site.answer({ [route]: { ...entry(), left: 0 } });
      await open(path);
      fill();
      await press(button);
      expect(site.to(route)[0]?.body).toEqual({
        email: 'organiser@example.org',
        name: 'Vera Guest',
        email2: 'vera@example.org',
        phoneno: '',
        notickets: 2,
        status: 'Submitted',
      });
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
      expect(site.calls.map((call) => call.route)).toEqual(['listComplimentary', 'listInvitations', route, 'listComplimentary']);
    },
  );

  it("S8-17 says 'Request Submission Failed' with the reason, keeps what was typed, and tries again under the same key", async () => {
    site.answer({ addVip: 'unreachable' });
    await open();
    fill();
    await press('Add VIP');
    expect(await screen.findByText('Request Submission Failed')).toBeTruthy();
    site.answer({ addVip: refusal('booking.allotment_exhausted', { detail: 'VIP Tickets has 1 ticket left, 2 are needed' }) });
    await press('Add VIP');
    expect(await screen.findByText('VIP Tickets has 1 ticket left, 2 are needed')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Vera Guest');
    const keys = site.to('addVip').map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe('a guest who has an entry already', () => {
  const known = refusal('booking.guest_known', { detail: 'vera@example.org has 2 tickets in VIP Tickets already' });

  it('is asked about first; nothing is added unless another entry is meant', async () => {
    site.answer({ addVip: known });
    await open();
    fill();
    await press('Add VIP');
    expect(await screen.findByRole('dialog', { name: 'Give Vera Guest another entry?' })).toBeTruthy();
    expect(
      screen.getByText('vera@example.org has 2 tickets in VIP Tickets already. A second entry gets its own tickets and email.'),
    ).toBeTruthy();
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Vera Guest');
    expect(screen.queryByText('Request Submission Failed')).toBeNull();

    await press('Add VIP');
    await screen.findByRole('dialog');
    site.answer({ addVip: { ...entry(), left: 0 } });
    await press('Add 2 tickets more');
    expect(await screen.findByText('VIP Member Added Successfully')).toBeTruthy();
    const posts = site.to('addVip');
    expect(posts.map(({ body }) => body.second_entry)).toEqual([undefined, undefined, true]);
    expect(posts[1]!.key).not.toBe(posts[2]!.key);
  });
});

describe('the entries of a group', () => {
  it('are listed without a secret; the link of one is asked for when its tickets are to be shown', async () => {
    const toasts = recordToasts();
    const details = { ...DETAILS, ref2: 'signed' };
    site.answer({ listComplimentary: { items: [entry()], allotment }, showComplimentaryDetails: refusal('booking.not_found') });
    await open();
    await press('Show tickets of Vera Guest');
    expect(toasts).toEqual([{ tone: 'bad', text: 'The tickets were not shown. There is no such booking' }]);
    site.answer({ showComplimentaryDetails: [details] });
    await press('Show tickets of Vera Guest');
    expect(site.to('showComplimentaryDetails')[1]?.body).toEqual({ reference: details.id, reference2: null, catg: 'v' });
    expect(currentAddress()).toBe(`/get-hf-details?ref=${details.id}&ref2=signed&c=v`);
  });

  it('are shown with what is left, and can be mailed again or revoked after a question', async () => {
    site.answer({
      listComplimentary: { items: [entry(), entry({ id: `cp_${'2'.repeat(26)}`, name: 'Rolf', status: 'Revoked' })], allotment },
      resendComplimentary: { ...entry(), left: 2 },
      revokeComplimentary: refusal('booking.entry_inside', { detail: 'Someone is inside with a ticket of this entry' }),
    });
    await open();
    expect(await screen.findByText('28 of 30 given away')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Revoke the tickets of Rolf' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More for Rolf' })).toBeNull();
    expect(screen.getByRole('button', { name: 'More for Vera Guest' }).getAttribute('popovertarget')).toBeTruthy();
    await press('Send the tickets of Vera Guest again');
    await press('Revoke the tickets of Vera Guest');
    expect(site.to('resendComplimentary').map(({ params }) => params)).toEqual([{ entryId: `cp_${'1'.repeat(26)}` }]);
    expect(site.to('revokeComplimentary')).toEqual([]);
    await press('Revoke 2 tickets');
    expect(await screen.findByText('Nothing was revoked. Someone is inside with a ticket of this entry')).toBeTruthy();
    expect(site.to('revokeComplimentary').map(({ params }) => params)).toEqual([{ entryId: `cp_${'1'.repeat(26)}` }]);
  });
});

describe('a sheet of guests', () => {
  const choose = (name: string, text: string) =>
    act(async () => {
      fireEvent.change(screen.getByLabelText('Or choose a .csv file'), {
        target: { files: [{ name, arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer) }] },
      });
      await new Promise((done) => setTimeout(done));
    });
  const paste = async (text: string) => {
    type('Paste cells', text);
    await press('Show the rows');
  };
  const rows: SheetRow[] = [
    { row: 2, name: 'Anna', email2: 'anna@example.org', phoneno: '', notickets: '2', errors: [] },
    { row: 3, name: '', email2: 'x', phoneno: '', notickets: '', errors: [{ field: 'name', detail: 'Name is required' }] },
  ];

  it('is shown with its faults first; only the good rows are sent', async () => {
    site.answer({
      previewImport: { rows, good: 1, tickets: 2, notes: [], allotment },
      importComplimentary: { added: 1, skipped: 0, tickets: 2, left: 0 },
    });
    await open();
    await paste('Name\tEmail\tTickets\nAnna\tanna@example.org\t2');
    expect(await screen.findByText('1 row is good, 1 has errors')).toBeTruthy();
    expect(document.activeElement?.textContent).toMatch(/^1 row is good/);
    const add = screen.getByRole('button', { name: 'Add 1 guest with 2 tickets' });
    expect(add.compareDocumentPosition(screen.getByRole('table', { name: /^Rows of the sheet/ }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(site.to('previewImport')[0]?.body).toEqual({ group: 'v', text: 'Name\tEmail\tTickets\nAnna\tanna@example.org\t2' });
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['3', '2']);
    await press('Add 1 guest with 2 tickets');
    expect(await screen.findByText('1 guest was added with 2 tickets.')).toBeTruthy();
    expect(site.to('importComplimentary')[0]?.body).toEqual({
      group: 'v',
      rows: [{ name: 'Anna', email2: 'anna@example.org', phoneno: '', notickets: 2 }],
    });
  });

  it('B4-516 of a file stands in the field of the cells, with what of it was not read', async () => {
    const note = 'Columns that were not read: Notes.';
    site.answer({ previewImport: { rows, good: 1, tickets: 2, notes: [note], allotment } });
    await open();
    await choose('guests.tsv', 'name\temail\ttickets\tnotes');
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByText('About the cells')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Paste cells').value).toBe('name\temail\ttickets\tnotes');
    // Rows of other cells than stand there are not added.
    type('Paste cells', 'name');
    expect(screen.queryByText(note)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Add 1 guest/ })).toBeNull();
  });

  it('says at the field why cells cannot be read, and keeps them', async () => {
    const detail = 'Row 3: a quote is not closed. Close it or take it out.';
    site.answer({ previewImport: refusal('booking.sheet_unreadable', { detail }) });
    await open();
    await press('Show the rows');
    expect(screen.getByText('Paste the cells of your guests first')).toBeTruthy();
    expect(site.to('previewImport')).toEqual([]);
    await paste('name');
    expect(await screen.findByText(detail)).toBeTruthy();
    const field = screen.getByLabelText<HTMLTextAreaElement>('Paste cells');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['name', 'true']);
  });

  it('asks about guests who stand somewhere already, and adds them only where that is chosen', async () => {
    const twice = [
      rows[0]!,
      { ...rows[0]!, row: 4, known: 'Stands in row 2 already' },
      { ...rows[0]!, row: 5, email2: 'vera@example.org', notickets: '1', known: 'This guest has 2 tickets in VIP Tickets already' },
    ];
    site.answer({
      previewImport: { rows: twice, good: 1, tickets: 2, notes: [], allotment: { ...allotment, issued: 0, left: 30 } },
      importComplimentary: { added: 3, skipped: 0, tickets: 5, left: 25 },
    });
    await open();
    await paste('name,email,tickets');
    expect(await screen.findByText('1 row is good, 2 to decide')).toBeTruthy();
    expect(screen.getByText('2 guests are already here or in this sheet')).toBeTruthy();
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['4', '5', '2']);
    expect(screen.getByRole('button', { name: 'Add 1 guest with 2 tickets' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Add these guests once more, with 3 more tickets' }));
    await press('Add 3 guests with 5 tickets');
    expect(site.to('importComplimentary')[0]?.body.rows.map(({ email2, second_entry }) => [email2, second_entry])).toEqual([
      ['anna@example.org', undefined],
      ['anna@example.org', true],
      ['vera@example.org', true],
    ]);
  });

  it('that needs more tickets than are left cannot be added, and other files are refused at once', async () => {
    site.answer({ previewImport: { rows: [{ ...rows[0]!, notickets: '3' }], good: 1, tickets: 3, notes: [], allotment } });
    await open();
    await choose('guests.xlsx', 'x');
    expect(screen.getByText(/^This is not a \.csv file\. Open it in your spreadsheet, copy its cells/)).toBeTruthy();
    await choose('guests.csv', 'x');
    expect(await screen.findByText('These rows need 3 tickets, and 2 are left. Nothing can be added.')).toBeTruthy();
    expect(screen.getByText('An admin can raise the allotment in the concert settings.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add 1 guest with 3 tickets' }).disabled).toBe(true);
  });
});
