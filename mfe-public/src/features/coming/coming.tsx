import { Card } from '@concert/design-system/card.tsx';
import { texts } from '../../texts.ts';
import styles from './coming.module.css';

/** Says plainly what a screen does not do yet. */
export function Coming({ things }: { things: readonly string[] }) {
  return (
    <Card tone="sunk" title={texts.coming.heading} className={styles.coming}>
      <ul className={styles.things}>
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </Card>
  );
}
