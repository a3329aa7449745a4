import { SEATING_RULES, type Seating } from '@concert/contracts/booking/seating';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { texts } from '../../texts.ts';

/** Leads to the waiting list, to wait for seats of this category, or of any. */
export function WaitLink({ seating, plain = false }: { seating?: Seating; plain?: boolean }) {
  return (
    <LinkButton
      to={seating ? `/waiting?${new URLSearchParams({ seating })}` : '/waiting'}
      variant={plain ? 'plain' : 'primary'}
      aria-label={seating && texts.waitFor(SEATING_RULES[seating].label)}
      text={texts.wait}
    />
  );
}
