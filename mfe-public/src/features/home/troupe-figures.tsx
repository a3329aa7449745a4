import { Rings } from '@concert/design-system/rings.tsx';
import { TROUPE } from './troupe.ts';
import styles from './troupe-figures.module.css';

/** The five artists, each as the figure of the instrument. */
export function TroupeFigures({ nameAs: Name = 'h3' }: { nameAs?: 'h2' | 'h3' }) {
  return (
    <ul className={styles.troupe}>
      {TROUPE.map(({ instrument, blurb, lobes }) => (
        <li key={instrument}>
          <div className={styles.tile} data-ground="night">
            <Rings lobes={lobes} tone="accent" line={1.7} className={styles.figure} />
          </div>
          <Name className={styles.name}>{instrument}</Name>
          <p className={styles.blurb}>{blurb}</p>
        </li>
      ))}
    </ul>
  );
}
