import type { ConcertSettings } from '@concert/contracts/booking/settings';

/** The settings as the screen sends them when nothing was changed. */
export const bodyOf = ({
  version,
  title,
  heading,
  state,
  stateReason,
  cancellationNote,
  date,
  lengthMinutes,
  venue,
  supportEmail,
  supportPhone,
  siteUrl,
  notes,
  access,
  categories,
  allotments,
}: ConcertSettings) => ({
  version,
  title,
  heading,
  state,
  stateReason,
  cancellationNote,
  lengthMinutes,
  venue,
  supportEmail,
  supportPhone,
  siteUrl,
  notes,
  access,
  date: { local: date.local, timeZone: date.timeZone, ...(date.which ? { which: date.which } : {}) },
  capacities: Object.fromEntries(categories.map(({ seating, capacity }) => [seating, capacity])),
  protectedSeats: Object.fromEntries(
    categories.map(({ seating, accessible, companions }) => [seating, { accessible: accessible.seats, companions: companions.seats }]),
  ),
  allotments: Object.fromEntries(allotments.map(({ group, capacity }) => [group, capacity])),
});

export type SettingsBody = ReturnType<typeof bodyOf>;
