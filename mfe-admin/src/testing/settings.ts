import { FIRST_PRICING } from '@concert/contracts/booking/seating';
import type { ConcertSettings } from '@concert/contracts/booking/settings';

const NO_PROTECTED = { accessible: { seats: 0, taken: 0 }, companions: { seats: 0, taken: 0 } };

/** The concert's settings as the site answers them: open, with seats sold and tickets given away. */
export const settings: ConcertSettings = {
  version: 4,
  title: 'Music',
  heading: 'MUSIC',
  performer: '',
  state: 'open',
  stateReason: 'Storm',
  cancellationNote: '',
  date: { local: '2027-07-03T18:00', timeZone: 'America/New_York', startsAt: '2027-07-03T22:00:00.000Z' },
  sale: { opens: '2027-05-01T10:00', ends: '' },
  previousStarts: [],
  lengthMinutes: 150,
  venue: { name: 'Hall', address: 'Street 1' },
  supportEmail: 'info@concert.example',
  supportPhone: '(555) 123-4567',
  siteUrl: 'https://concert.example',
  organiser: 'Music for Meditation Concert',
  organiserAddress: '1 Example Street, Example City',
  notes: {
    directions: '',
    bring: '',
    stepFree: 'Level from the street',
    hearingLoop: '',
    toilets: '',
    parking: '',
    quietRoom: '',
    light: '',
    loudness: '',
    mapUrl: '',
    doorsMinutes: 60,
    intervalMinutes: null,
  },
  categories: [
    { seating: 'General Seating', capacity: 500, sold: 3, held: 2, ...NO_PROTECTED },
    { seating: 'Preferred Seating', capacity: 80, sold: 0, held: 0, ...NO_PROTECTED },
    { seating: 'Premium Seating', capacity: 60, sold: 0, held: 0, ...NO_PROTECTED },
    { seating: 'VIP Seating', capacity: 30, sold: 0, held: 0, ...NO_PROTECTED },
  ],
  access: { protectedUntil: '', freeCompanion: false },
  pricing: FIRST_PRICING,
  gifts: false,
  giveBack: { allowed: true, untilMinutes: 120, when: 'waits', first: false },
  allotments: [
    { group: 'h', name: 'HDYC Family', capacity: 60, issued: 1, left: 59 },
    { group: 'v', name: 'VIP Tickets', capacity: 30, issued: 0, left: 30 },
    { group: 'f', name: 'Friends and Family', capacity: 60, issued: 0, left: 60 },
  ],
};
