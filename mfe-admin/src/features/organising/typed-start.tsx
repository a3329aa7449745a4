import { zoneName } from '@concert/contracts/core/time-in-words';
import { instantsOf, timeZoneOf, wallClock } from '@concert/contracts/core/zoned-time';
import { Select, type SelectProps } from '@concert/design-system/select.tsx';
import { texts } from '../../texts.ts';

const words = texts.start;

/** When the evening begins as it is typed, by the clocks at the venue. */
export interface TypedStart {
  readonly local: string;
  readonly timeZone: string;
  readonly which: '' | 'first' | 'second';
}

/** The instants at which the clocks at the venue show the typed time: usually one; none or two when the clocks change. */
export function startsOf({ local, timeZone }: Omit<TypedStart, 'which'>): Date[] {
  const clock = wallClock(local);
  const zone = timeZoneOf(timeZone);
  return clock && zone ? instantsOf(clock, zone) : [];
}

/** When the concert begins, from what is typed, or undefined while that is not clear. */
export function startOf(typed: TypedStart): Date | undefined {
  const starts = startsOf(typed);
  return starts.length > 1 ? (typed.which === '' ? undefined : starts[typed.which === 'first' ? 0 : 1]) : starts[0];
}

/** Asks which one is meant when a time comes twice in a night. */
export function WhichStart({ typed, ...select }: Omit<SelectProps, 'label' | 'options'> & { typed: Omit<TypedStart, 'which'> }) {
  const starts = startsOf(typed);
  if (starts.length < 2) return null;
  return (
    <Select
      {...select}
      label={words.label}
      hint={words.twice}
      placeholder={words.choose}
      options={starts.map((start, index) => ({
        value: index === 0 ? 'first' : 'second',
        label: words.which(index, zoneName(start, typed.timeZone)),
      }))}
    />
  );
}
