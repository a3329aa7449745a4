/** What a sheet says of a guest. A name may stand in two columns. */
export type Column = 'name' | 'first' | 'last' | 'email2' | 'phoneno' | 'notickets';

/** Headings as people and programs write them, compared without case, accents, spaces, punctuation and what stands in brackets. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', 'fullname', 'guest', 'guestname', 'guestfullname', 'attendee', 'attendeename', 'contactname', 'invitee', 'nameofguest'],
  first: ['firstname', 'first', 'givenname', 'forename', 'guestfirstname'],
  last: ['lastname', 'last', 'surname', 'familyname', 'guestlastname'],
  email2: ['email', 'emails', 'email1', 'email2', 'emailaddress', 'emailid', 'email1value', 'guestemail', 'mail', 'mailaddress'],
  phoneno: [
    ...['phone', 'phone1', 'phoneno', 'phonenumber', 'phone1value', 'telephone', 'telephonenumber', 'telephoneno', 'tel'],
    ...['mobile', 'mobileno', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'cellnumber', 'contactno', 'contactnumber'],
  ],
  notickets: [
    ...['tickets', 'ticket', 'notickets', 'nooftickets', 'numberoftickets', 'oftickets', 'ticketcount', 'ticketquantity', 'ticketqty'],
    ...['qty', 'quantity', 'seats', 'noofseats', 'numberofseats'],
  ],
};

/** Where the columns of a sheet stand, counted from 0. */
export type Columns = Partial<Record<Column, number>>;

/** Longer than any heading; what is taken out below is looked for in no more. */
const MAX_HEADING_LENGTH = 100;

const plain = (heading: string) =>
  heading
    .slice(0, MAX_HEADING_LENGTH)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replace(/[^a-z0-9]/g, '');

/** The columns that a row names; of two for the same thing the first. */
export function columnsOf(row: readonly string[]): Columns {
  const headings = row.map(plain);
  const columns: Columns = {};
  for (const [column, known] of Object.entries(HEADINGS) as [Column, readonly string[]][]) {
    const found = headings.findIndex((heading) => known.includes(heading));
    if (found >= 0) columns[column] = found;
  }
  return columns;
}

/** What a sheet of guests cannot do without and these columns lack, as the screen calls it. */
export function missingIn({ name, first, last, email2, notickets }: Columns): string[] {
  return [
    ...((name ?? first ?? last) === undefined ? ['Name'] : []),
    ...(email2 === undefined ? ['Email'] : []),
    ...(notickets === undefined ? ['No. of Tickets'] : []),
  ];
}
