import { useId } from 'react';
import styles from './radio-row.module.css';

export interface RadioRowProps<Value> {
  readonly legend: string;
  /** The heading above says the legend already; it is for screen readers. */
  readonly legendHidden?: boolean;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, side by side: native radio buttons, each with its words as target. */
export function RadioRow<Value>({ legend, legendHidden = false, options, chosen, onChoose }: RadioRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="row-8">
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{legend}</legend>
      {options.map(({ value, text }) => (
        <label key={String(value)} className={`figures row-target ${styles.choice}`}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
