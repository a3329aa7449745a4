import { Button } from '@concert/design-system/button.tsx';
import { texts } from '../../texts.ts';
import { saveCalendarFile, type CalendarEntry } from './calendar-entry.ts';

/** Puts the concert into the reader's calendar, or says there that it does not take place for them. */
export function CalendarButton(entry: CalendarEntry) {
  const over = entry.over || entry.concert.state === 'cancelled';
  return (
    <Button variant="secondary" onClick={() => saveCalendarFile(entry)}>
      {over ? texts.returned.cancelInCalendar : texts.returned.addToCalendar}
    </Button>
  );
}
