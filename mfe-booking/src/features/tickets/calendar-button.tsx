import { Button, type ButtonVariant } from '@concert/design-system/button.tsx';
import { texts } from '../../texts.ts';
import { saveCalendarFile, type CalendarEntry } from './calendar-entry.ts';

/** Adds the concert to the reader's calendar, or removes it there when it does not take place for them. */
export function CalendarButton({ variant = 'secondary', ...entry }: CalendarEntry & { variant?: ButtonVariant }) {
  const over = entry.over || entry.concert.state === 'cancelled';
  return (
    <Button variant={variant} onClick={() => saveCalendarFile(entry)}>
      {over ? texts.returned.cancelInCalendar : texts.returned.addToCalendar}
    </Button>
  );
}
