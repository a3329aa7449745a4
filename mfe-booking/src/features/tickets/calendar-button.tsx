import { Button } from '@concert/design-system/button.tsx';
import { texts } from '../../texts.ts';
import { saveCalendarFile, type CalendarEntry } from './calendar-entry.ts';

/** Adds the concert to the reader's calendar, or removes it there when it does not take place for them. */
export function CalendarButton(entry: CalendarEntry) {
  const over = entry.over || entry.concert.state === 'cancelled';
  return (
    <Button variant="secondary" onClick={() => saveCalendarFile(entry)}>
      {over ? texts.returned.cancelInCalendar : texts.returned.addToCalendar}
    </Button>
  );
}
