import { Card } from '@concert/design-system/card.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { texts } from '../../texts.ts';
import styles from './coming-soon.module.css';

/** Says plainly what a working page does not do yet, and what is true until then. */
export function ComingSoon({ things, meanwhile, lobes }: { things: readonly string[]; meanwhile: string; lobes: number }) {
  return (
    <div className={styles.coming}>
      <Card title={texts.coming}>
        <ul className={styles.things}>
          {things.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </Card>
      <Card tone="sunk" title={texts.meanwhile} className={styles.meanwhile}>
        <p>{meanwhile}</p>
        <Rings lobes={lobes} tone="warm" className={styles.figure} />
      </Card>
    </div>
  );
}
