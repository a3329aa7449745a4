import { GROUP_NAMES } from '@concert/contracts/booking/complimentary';
import { REPORT_STATUS_WORDS } from '@concert/contracts/booking/reports';
import { SEATINGS } from '@concert/contracts/booking/seating';
import { BOOKING_STATUSES } from '@concert/contracts/booking/states';
import { STATUSES_WITH_MONEY } from '@concert/contracts/booking/audience';
import type { Audience } from '@concert/contracts/notify/message-runs';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { Select } from '@concert/design-system/select.tsx';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.compose;
const GROUPS = Object.keys(GROUP_NAMES) as (keyof typeof GROUP_NAMES)[];
/** Everybody whose money is with us: what 'buyers' means until somebody says otherwise. */
const ALL_BUYERS: NonNullable<Audience['buyers']> = { statuses: [...STATUSES_WITH_MONEY], seatings: [...SEATINGS] };

export interface AudienceFieldsProps {
  /** Id of the first control, for the error summary. */
  readonly id: string;
  readonly audience: Audience;
  readonly error: string | undefined;
  readonly onChange: (audience: Audience) => void;
}

/** To whom a run goes: each part adds people. */
export function AudienceFields({ id, audience, error, onChange }: AudienceFieldsProps) {
  const { buyers, guests = [], nextDate = false, inside, booking } = audience;
  const change = (part: Partial<Audience>) => onChange({ ...audience, ...part });
  if (booking !== undefined) return null;
  return (
    <fieldset className="stack-16" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{words.audience}</legend>
      {error && (
        <p id={`${id}-error`} className="bad">
          {error}
        </p>
      )}
      <Checkbox
        id={id}
        label={words.buyers}
        checked={buyers !== undefined}
        onCheck={(ticked) => change({ buyers: ticked ? ALL_BUYERS : undefined })}
      />
      {buyers && (
        <div className={`stack-16 ${styles.under}`}>
          <Ticks
            legend={words.seatings}
            options={SEATINGS.map((seating) => [seating, seating] as const)}
            ticked={buyers.seatings}
            onTick={(seatings) => change({ buyers: { ...buyers, seatings } })}
          />
          <Ticks
            legend={words.statuses}
            options={BOOKING_STATUSES.map((status) => [status, REPORT_STATUS_WORDS[status]] as const)}
            ticked={buyers.statuses}
            onTick={(statuses) => change({ buyers: { ...buyers, statuses } })}
          />
        </div>
      )}
      <Ticks
        legend={words.guests}
        options={GROUPS.map((group) => [group, GROUP_NAMES[group]] as const)}
        ticked={guests}
        onTick={(chosen) => change({ guests: chosen.length > 0 ? chosen : undefined })}
      />
      <Checkbox label={words.nextDate} checked={nextDate} onCheck={(ticked) => change({ nextDate: ticked || undefined })} />
      {(buyers !== undefined || guests.length > 0) && (
        <Select
          label={words.inside}
          value={inside === undefined ? 'any' : inside ? 'yes' : 'no'}
          options={(['any', 'yes', 'no'] as const).map((value) => ({ value, label: words.insides[value] }))}
          onChange={({ target }) => change({ inside: target.value === 'any' ? undefined : target.value === 'yes' })}
        />
      )}
    </fieldset>
  );
}

interface TicksProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly ticked: readonly Value[];
  readonly onTick: (ticked: Value[]) => void;
}

/** Some of a few. */
function Ticks<Value extends string>({ legend, options, ticked, onTick }: TicksProps<Value>) {
  return (
    <fieldset className="tick-columns">
      <legend className="quiet">{legend}</legend>
      {options.map(([value, label]) => (
        <Checkbox
          key={value}
          label={label}
          checked={ticked.includes(value)}
          onCheck={(now) => onTick(now ? [...ticked, value] : ticked.filter((each) => each !== value))}
        />
      ))}
    </fieldset>
  );
}
