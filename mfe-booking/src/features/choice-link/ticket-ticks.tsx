import { useId } from 'react';
import { followsAccessibleTicket } from './choosing.ts';
import { words } from './words.ts';

interface TicketTicksProps {
  readonly legend: string;
  readonly tickets: readonly number[];
  /** Those of them that are for companions of the accessible seat. */
  readonly companions: readonly number[];
  readonly chosen: readonly number[];
  readonly fault?: string | undefined;
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** Tickets to tick that end. Those of companions follow the ticket of the accessible seat. */
export function TicketTicks({ legend, tickets, companions, chosen, fault, onChoose }: TicketTicksProps) {
  const faultId = useId();
  const follows = (number: number) => followsAccessibleTicket({ chosen }, { companions }, number);
  return (
    <fieldset className="stack-8" aria-describedby={fault ? faultId : undefined}>
      <legend className="strong">{legend}</legend>
      <div className="tick-columns">
        {tickets.map((number) => (
          <label key={number} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(number) || follows(number)}
              disabled={follows(number)}
              aria-invalid={fault ? true : undefined}
              onChange={({ target }) => onChoose(target.checked ? [...chosen, number] : chosen.filter((each) => each !== number))}
            />
            {companions.includes(number)
              ? words.companion(number)
              : companions.length > 0 && number === 1
                ? words.accessible
                : words.ticket(number)}
          </label>
        ))}
      </div>
      {companions.length > 0 && <p>{words.companionsEnd}</p>}
      {fault && (
        <p id={faultId} className="bad">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
