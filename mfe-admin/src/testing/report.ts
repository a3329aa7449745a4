import { REPORT_CATEGORIES, type Report, type ReportRow } from '@concert/contracts/booking/reports';

type CategoryTotal = Report['categories'][number];

/** What a category sold, of which a test gives what it is about. */
export function categoryTotal(category: CategoryTotal['category'], over: Partial<CategoryTotal> = {}): CategoryTotal {
  return {
    category,
    countedBy: 'booking',
    count: 0,
    bookings: 0,
    tickets: 0,
    chargedMinor: 0,
    sold: 0,
    capacity: 0,
    held: 0,
    ...over,
  };
}

/** The figures before anything is sold, but for what is given. */
export function emptyReport(over: Partial<Report> = {}): Report {
  return {
    currency: 'USD',
    timeZone: 'America/New_York',
    categories: REPORT_CATEGORIES.map((category) => categoryTotal(category, { capacity: 60 })),
    cells: [],
    soldToday: 0,
    ...over,
  };
}

/** The id of the booking with a number. */
export const reportBookingId = (number: number) => `bk_${String(number).padStart(26, '0')}`;

/** A paid booking of the list, by its number, but for what is given. */
export function reportRow(number: number, changes: Partial<ReportRow> = {}): ReportRow {
  return {
    id: reportBookingId(number),
    userbookingid: reportBookingId(number),
    firstname: 'Meera',
    lastname: `Raghavan ${number}`,
    email: `meera-${number}@example.org`,
    phoneno: '(555) 123-4567',
    seating: 'General Seating',
    notickets: 2,
    amount: 5_000,
    price: 5_000,
    currency: 'USD',
    status: 'paid',
    created_at: { _seconds: 1_719_785_051 },
    cursor: `after-${number}`,
    ...changes,
  };
}
