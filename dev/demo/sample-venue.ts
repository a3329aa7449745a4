import { SiteClient, valueOf } from '@concert/test-kit/site-client';
import { settingsBody, type SettingsBody } from '@concert/contracts/booking/settings';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { readAddress } from '../system/address.ts';
import { reportAndExit } from '../system/report-and-exit.ts';

/** What an invented hall is like. A system without sample accounts says nothing of its hall until its organisers do. */
const NOTES: SettingsBody['notes'] = {
  directions: 'Bus 606 to Riverside Drive, then two minutes along the river. From Princeton station it is a walk of 20 minutes.',
  bring: 'Something warm to sit in, and a cushion if you like. Chairs are there for everyone.',
  stepFree: 'Level from the street by the main entrance, whose doors open by themselves. A lift goes to every floor.',
  hearingLoop: 'In the first four rows of every category. Turn your hearing aid to T.',
  toilets: 'On the ground floor, two of them for wheelchairs, with room on both sides.',
  parking: '60 places behind the hall, 6 of them wide and beside the entrance. Racks for bicycles at the front.',
  quietRoom: 'Beside the cloakroom, open all evening: dim light, four armchairs, no music.',
  light: 'The hall is dim from the first piece on. No light flashes or changes quickly.',
  loudness: 'About as loud as a talk; the drums are louder in the first rows. Ear plugs are at the cloakroom.',
  mapUrl: 'https://www.openstreetmap.org/search?query=Riverside%20Drive%2C%20Princeton%2C%20NJ',
  doorsMinutes: 60,
  intervalMinutes: 20,
};

/** Rows of 15 at the stage, then of 20: as many seats as a first concert has. */
const ROWS = {
  'General Seating': 'Rows 10 to 34',
  'Preferred Seating': 'Rows 6 to 9',
  'Premium Seating': 'Rows 3 to 5',
  'VIP Seating': 'Rows 1 and 2, at the stage',
} as const;

const PROTECTED_SEATS: SettingsBody['protectedSeats'] = {
  'General Seating': { accessible: 8, companions: 16 },
  'Preferred Seating': { accessible: 2, companions: 6 },
  'Premium Seating': { accessible: 2, companions: 6 },
  'VIP Seating': { accessible: 1, companions: 3 },
};

/**
 * Gives the concert of a system to try accessible seats, and says what its hall is like, as an admin does on the screen of the settings.
 * Whatever somebody has changed stays: it does so only while nobody has saved the settings.
 */
async function furnishSampleVenue(dataFolder: string): Promise<void> {
  const { site, entrance, accounts } = (await readAddress(dataFolder))!;
  const client = new SiteClient(site, { fetch: (url, init) => fetch(url.replace(site, entrance), init) });
  await client.signIn(accounts.find(({ role }) => role === 'admin')!);
  const settings = valueOf('Reading the settings', await client.booking.showSettings());
  if (settings.version > 1) return;
  const { pricing, ...rest } = settingsBody(settings);
  const rows = Object.fromEntries(SEATINGS.map((seating) => [seating, { ...pricing[seating], about: ROWS[seating] }])) as typeof pricing;
  const body = { ...rest, pricing: rows, notes: NOTES, protectedSeats: PROTECTED_SEATS };
  valueOf('Saving the settings', await client.booking.saveSettings({ body }));
}

// `npm start` runs this with its data folder.
try {
  await furnishSampleVenue(process.argv[2]!);
} catch (error) {
  reportAndExit(error);
}
