import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Rings } from './rings.tsx';
import styles from './radio-cards.module.css';

export interface RadioCard<Value extends string = string> {
  value: Value;
  title: string;
  /** What it is, in a line. */
  about?: string;
  /** The number that is compared, for example the price. */
  figure: ReactNode;
  /** What the number is for. */
  figureNote?: string;
  /** State in words, for example what is left. */
  note: string;
  /** The card stays legible and says in its note why it cannot be taken. */
  disabled?: boolean;
  /** Rings of the card's corner. */
  lobes?: number;
  layers?: number;
}

export interface RadioCardsProps<Value extends string> {
  legend: string;
  name: string;
  /** None while it is not known yet. */
  value: Value | undefined;
  cards: readonly RadioCard<Value>[];
  onChoose: (value: Value) => void;
}

/** A few ways to choose between that deserve more than a line: native radio buttons, each with its whole card as target. */
export function RadioCards<Value extends string>({ legend, name, value, cards, onChoose }: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className={`stack-16 ${styles.cards}`}>
      <legend className="visually-hidden">{legend}</legend>
      {cards.map((card, index) => (
        <label key={card.value} className={classNames(styles.card, card.disabled && styles.closed)}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={card.value}
            checked={card.value === value}
            disabled={card.disabled}
            aria-labelledby={`${id}-${index}-title`}
            aria-describedby={`${id}-${index}-facts`}
            onChange={() => onChoose(card.value)}
          />
          {card.lobes !== undefined && <Rings lobes={card.lobes} layers={card.layers} tone="warm" line={1.1} className={styles.rings} />}
          <span className={styles.title} id={`${id}-${index}-title`}>
            {card.title}
          </span>
          <span className={styles.facts} id={`${id}-${index}-facts`}>
            {card.about && <span className={styles.about}>{card.about}</span>}{' '}
            <span className={`wrapping ${styles.price}`}>
              <span className={`strong figures ${styles.figure}`}>{card.figure}</span>{' '}
              {card.figureNote && <span className={styles.figureNote}>{card.figureNote}</span>}
            </span>
            <span className={styles.note}>{card.note}</span>
          </span>
          <svg viewBox="0 0 20 20" className={styles.tick} aria-hidden="true" focusable="false">
            <circle cx="10" cy="10" r="10" />
            <path d="m5.8 10.4 2.9 2.9 5.6-6" />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
