import { pricedInWords, SEATINGS, type Seating } from '@concert/contracts/booking/seating';
import { formatPrice } from '@concert/contracts/core/money';
import { RadioCards } from '@concert/design-system/radio-cards.tsx';
import { useAlive } from '@concert/design-system/use-alive.ts';
import { texts } from '../../texts.ts';
import { texts as accessTexts } from './access-texts.ts';
import { hasAccessible, hasSeats, type Category } from './choice.ts';

/**
 * The four seating categories with their price and what is left. Each has one more layer of rings than the one before. A prerendered page
 * keeps the room of what is left: it may be gone before anybody reads it.
 */
export function SeatingCards({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly Category[];
  chosen: Seating | undefined;
  onChoose: (seating: Seating) => void;
}) {
  const alive = useAlive();
  return (
    <RadioCards
      legend={texts.reserve.seatingLegend}
      name="seating"
      value={chosen}
      onChoose={onChoose}
      cards={categories.map((category) => ({
        value: category.seating,
        title: category.label,
        about: category.about,
        figure: formatPrice(category.priceMinor),
        figureNote: pricedInWords(category),
        note: alive ? leftInWords(category) : '\u00a0',
        disabled: alive && !hasSeats(category),
        lobes: 5 + SEATINGS.indexOf(category.seating),
        layers: 1 + SEATINGS.indexOf(category.seating),
      }))}
    />
  );
}

/** What is left for anybody, and beside it the accessible seats that are left. */
function leftInWords(category: Category): string {
  const { left } = texts.reserve;
  return hasAccessible(category) ? accessTexts.access.besides(left(category.left), category.accessible?.left ?? 0) : left(category.left);
}
