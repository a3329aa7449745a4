import type { AllotmentView } from '@concert/contracts/booking/complimentary';
import { Card } from '@concert/design-system/card.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import styles from './complimentary.module.css';
import { texts as words } from './texts.ts';

/** A space that keeps the line of a figure that is still read, so that the form below does not move. */
const ROOM = '\u00a0';

/** What is left of a group's allotment: the figure first, then how it is computed. */
export function Allotment({ allotment, lobes }: { allotment: AllotmentView | undefined; lobes: number }) {
  return (
    <Card tone="sunk" title={words.allotment.title} className={styles.allotment}>
      <p className={styles.left}>
        <strong>{allotment?.left ?? ROOM}</strong> <span className="strong">{allotment ? words.allotment.left(allotment.left) : ROOM}</span>
      </p>
      <p className="quiet figures">{allotment ? words.allotment.of(allotment.issued, allotment.capacity) : ROOM}</p>
      {allotment?.left === 0 && <p className="bad">{words.allotment.none}</p>}
      <Rings lobes={lobes} tone="warm" className={styles.figure} />
    </Card>
  );
}
