import type { ConcertSettings, settingsRoutes } from '@concert/contracts/booking/settings';
import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import type { Seating } from '@concert/contracts/booking/seating';
import type { InputOf } from '@concert/contracts/core/route';

export type SettingsBody = InputOf<typeof settingsRoutes.saveSettings>['body'];

/** What the screen of the settings sends when nothing is changed. */
export function settingsBody(settings: ConcertSettings): SettingsBody {
  const { categories, allotments, date, previousStarts: _starts, postponement: _postponement, ...rest } = settings;
  return {
    ...rest,
    date: { local: date.local, timeZone: date.timeZone, ...(date.which ? { which: date.which } : {}) },
    capacities: Object.fromEntries(categories.map(({ seating, capacity }) => [seating, capacity])) as Record<Seating, number>,
    protectedSeats: Object.fromEntries(
      categories.map(({ seating, accessible, companions }) => [seating, { accessible: accessible.seats, companions: companions.seats }]),
    ) as SettingsBody['protectedSeats'],
    allotments: Object.fromEntries(allotments.map(({ group, capacity }) => [group, capacity])) as Record<ComplimentaryCategory, number>,
  };
}
