import type { Coverage } from '@concert/contracts/notify/message-runs';
import { useId } from 'react';
import styles from './message-runs.module.css';
import { texts } from './texts.ts';

const words = texts.run;
const PARTS = ['delivered', 'bounced', 'underWay'] as const;

/** Delivered, not arrived and under way, as one bar that is the whole audience. Each part has a pattern and its figures in words. */
export function CoverageBar({ coverage }: { coverage: Coverage }) {
  const id = useId();
  const { audience } = coverage;
  const parts = PARTS.map((part, index) => ({
    part,
    count: coverage[part],
    before: PARTS.slice(0, index).reduce((sum, each) => sum + coverage[each], 0),
  }));
  const percent = (count: number) => (audience === 0 ? 0 : (count / audience) * 100);
  const inWords = (part: (typeof PARTS)[number], count: number) => words.part(words.parts[part], count, `${Math.round(percent(count))} %`);
  const share = (count: number) => `${percent(count)}%`;
  return (
    <figure className="stack-12">
      <svg
        className={styles.bar}
        role="img"
        aria-label={`${parts.map(({ part, count }) => inWords(part, count)).join(', ')} ${words.of(audience)}`}
        focusable="false"
      >
        <Patterns id={id} />
        <rect className={styles.track} width="100%" height="100%" />
        {parts.map(({ part, count, before }) => (
          <g key={part}>
            <rect className={styles[part]} x={share(before)} width={share(count)} height="100%" />
            {part !== 'delivered' && <rect fill={`url(#${id}-${part})`} x={share(before)} width={share(count)} height="100%" />}
          </g>
        ))}
      </svg>
      <figcaption className="row-8-16 figures">
        {parts.map(({ part, count }) => (
          <span key={part} className="row-8-12">
            <svg viewBox="0 0 16 16" className={styles.swatch} aria-hidden="true" focusable="false">
              <rect className={styles[part]} width="16" height="16" />
              {part !== 'delivered' && <rect fill={`url(#${id}-${part})`} width="16" height="16" />}
            </svg>
            {inWords(part, count)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Stripes for what did not arrive, dots for what is under way: told apart without colour. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-bounced`} width="8" height="8" patternUnits="userSpaceOnUse">
        <path className={styles.stripe} d="M-2 2l4-4M0 8l8-8M6 10l4-4" />
      </pattern>
      <pattern id={`${id}-underWay`} width="8" height="8" patternUnits="userSpaceOnUse">
        <circle className={styles.dot} cx="4" cy="4" r="1.5" />
      </pattern>
    </defs>
  );
}
