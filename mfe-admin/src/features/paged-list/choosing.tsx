import { useState, type ReactNode } from 'react';
import styles from './choosing.module.css';

/** The rows of a list that are ticked, to act on several at once. */
export interface Choosing<Row> {
  /** Those that are ticked and can be acted on still. */
  readonly chosen: readonly Row[];
  readonly possible: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly choose: (rows: readonly Row[], ticked: boolean) => void;
}

/** @param may whether a row can be acted on: one that no longer can is not chosen, whatever was ticked */
export function useChoosing<Row>(rows: readonly Row[], idOf: (row: Row) => string, may: (row: Row) => boolean): Choosing<Row> {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const possible = rows.filter(may);
  const has = (row: Row) => ticked.has(idOf(row)) && may(row);
  return {
    possible,
    has,
    chosen: possible.filter(has),
    choose: (some, isTicked) =>
      setTicked((before) => {
        const ids = new Set(some.map(idOf));
        return new Set([...[...before].filter((id) => !ids.has(id)), ...(isTicked ? ids : [])]);
      }),
  };
}

interface ChoosableNameProps<Row> {
  readonly row: Row;
  readonly choosing: Choosing<Row>;
  readonly label: string;
  readonly children: ReactNode;
}

/** A row's name with the box that chooses it; without a box where it cannot be acted on. */
export function ChoosableName<Row>({ row, choosing, label, children }: ChoosableNameProps<Row>) {
  return (
    <span className={styles.row}>
      <label className={styles.box}>
        {choosing.possible.includes(row) && (
          <input
            type="checkbox"
            aria-label={label}
            checked={choosing.has(row)}
            onChange={(change) => choosing.choose([row], change.target.checked)}
          />
        )}
      </label>
      {children}
    </span>
  );
}

/** Chooses all rows that are shown, or none; beside it stands what can be done with those that are chosen. */
export function ChoiceBar<Row>({ choosing, label, children }: { choosing: Choosing<Row>; label: string; children: ReactNode }) {
  const { chosen, possible, choose } = choosing;
  return (
    <div className={`wrapping ${styles.bar}`}>
      <label className="tick">
        <input
          type="checkbox"
          checked={chosen.length === possible.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < possible.length;
          }}
          onChange={(change) => choose(possible, change.target.checked)}
        />
        {label}
      </label>
      {children}
    </div>
  );
}
