import type { Seating } from '@concert/contracts/booking/seating';
import { classNames } from '@concert/design-system/class-names.ts';
import { texts } from '../../texts.ts';
import type { Category } from './choice.ts';
import styles from './hall-plan.module.css';

const words = texts.reserve.plan;

/** Middle of all rows, above the picture, and how far they reach to each side. */
const CENTRE = { x: 160, y: -58 };
const ANGLE = 0.6;
const STAGE = 72;
const DEPTH = 36;

/** Where a row's end stands. @param side -1 at the left, 1 at the right */
function end(radius: number, side: -1 | 1): string {
  return `${Math.round(CENTRE.x + side * radius * Math.sin(ANGLE))} ${Math.round(CENTRE.y + radius * Math.cos(ANGLE))}`;
}

/** Rows from one distance to another, bent around the stage. */
function band(inner: number): string {
  const outer = inner + DEPTH - 5;
  return `M${end(inner, -1)}A${inner} ${inner} 0 0 0 ${end(inner, 1)}L${end(outer, 1)}A${outer} ${outer} 0 0 1 ${end(outer, -1)}Z`;
}

/** How the categories lie behind each other, the chosen one lit; drawn before the numbers of seats are known, on which it does not depend. */
export function HallPlan({ categories, chosen }: { categories: readonly Category[]; chosen: Seating | undefined }) {
  const fromStage = [...categories].reverse();
  const label = categories.find(({ seating }) => seating === chosen)?.label;
  return (
    <figure className={styles.plan}>
      <svg
        viewBox="16 0 288 190"
        role="img"
        aria-label={words.label(
          fromStage.map((category) => category.label),
          label,
        )}
      >
        <g className={styles.stage}>
          <path d={band(STAGE)} />
          <text x={CENTRE.x} y={CENTRE.y + STAGE + 20}>
            {words.stage}
          </text>
        </g>
        {fromStage.map((category, at) => {
          const inner = STAGE + (at + 1) * DEPTH;
          return (
            <g key={category.seating} className={classNames(styles.band, category.seating === chosen && styles.lit)}>
              <path d={band(inner)} />
              <text x={CENTRE.x} y={CENTRE.y + inner + 20}>
                {category.label}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="quiet small">{words.caption}</figcaption>
    </figure>
  );
}
