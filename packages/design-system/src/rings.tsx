import { memo } from 'react';
import { classNames } from './class-names.ts';
import { ringFigure, ringPath, ticketRings } from './rings.ts';
import styles from './rings.module.css';

export type RingTone = 'rose' | 'warm' | 'accent';

export interface RingsProps {
  /** The identity of the figure. */
  lobes: number;
  rings?: number;
  /** The same figure drawn again, turned half a lobe further each time: one more layer for each seating category. */
  layers?: number;
  tone?: RingTone;
  /** Line width in units of a drawing that is 200 wide. */
  line?: number;
  /** Said to those who do not see the figure; without it the figure is decoration. */
  label?: string;
  className?: string;
}

/** A figure of nested rings, as large as the box it stands in. It is drawn again only when its rule changes. */
export const Rings = memo(function Rings({ lobes, rings, layers = 1, tone = 'rose', line = 1, label, className }: RingsProps) {
  const figure = ringFigure(lobes, rings);
  return (
    <svg
      viewBox="-100 -100 200 200"
      className={classNames(styles.rings, styles[tone], className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      {Array.from({ length: layers }, (_, layer) => (
        <g key={layer} transform={layer ? `rotate(${(layer * 180) / (Math.max(1, lobes) * layers)})` : undefined}>
          {figure.map((ring, index) => (
            <path key={index} d={ringPath(ring)} strokeWidth={line} strokeOpacity={0.3 + 0.7 * ((index + 1) / figure.length) ** 1.5} />
          ))}
        </g>
      ))}
    </svg>
  );
});

/** Rings from the corner of a ticket. */
export const TicketRings = memo(function TicketRings({ className }: { className?: string }) {
  const field = ticketRings();
  return (
    <svg
      viewBox="0 0 406 403"
      preserveAspectRatio="xMaxYMin slice"
      className={classNames(styles.field, className)}
      aria-hidden="true"
      focusable="false"
    >
      <g className={styles.accent}>
        {field.map((ring, index) => (
          <path key={index} d={ringPath(ring, { x: 334, y: 60 })} strokeWidth={1.4} strokeOpacity={fadeOutward(index, field.length)} />
        ))}
      </g>
    </svg>
  );
});

/** A ring that widens: the sign for loading. It stands inside a button or beside words that say what is awaited. */
export function LoadingRing() {
  return (
    <svg viewBox="-12 -12 24 24" className={styles.loading} aria-hidden="true" focusable="false">
      <circle r="10" className={styles.widening} />
      <circle r="10" className={styles.widening} />
      <circle r="2.4" className={styles.still} />
    </svg>
  );
}

function fadeOutward(index: number, count: number): number {
  return Math.round((0.85 * (1 - index / count) ** 1.6 + 0.07) * 100) / 100;
}
