import type { AllotmentView } from '@concert/contracts/booking/complimentary';
import { Card } from '@concert/design-system/card.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import styles from './complimentary.module.css';
import { texts as words } from './texts.ts';

/** What is left of a group's allotment: the figure first, then how it is computed. */
export function Allotment({ allotment, lobes }: { allotment: AllotmentView | undefined; lobes: number }) {
  return (
    <Card tone="sunk" title={words.allotment.title} className={styles.allotment}>
      {allotment && (
        <>
          <p className={styles.left}>
            <strong>{allotment.left}</strong> <span>{words.allotment.left(allotment.left)}</span>
          </p>
          <p className={styles.quiet}>{words.allotment.of(allotment.issued, allotment.capacity)}</p>
          {allotment.left === 0 && <p className={styles.none}>{words.allotment.none}</p>}
        </>
      )}
      <Rings lobes={lobes} tone="warm" className={styles.figure} />
    </Card>
  );
}
