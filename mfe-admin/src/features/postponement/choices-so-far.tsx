import { choiceRoutes, type ChoiceCounts } from '@concert/contracts/booking/choices';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

const words = texts.choices;

/**
 * How many holders chose what after the latest postponement, and what becomes of it at the deadline.
 * @param children what stands below, shown with it and not before, so that it is not pushed away
 */
export function ChoicesSoFar({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const counts = useRoute(choiceRoutes.showChoiceCounts, {}, { onReturn: true });
  return (
    <Read reading={counts} words={words} skeleton={<Skeleton shape="card" count={2} label={words.reading} />}>
      {({ counts: shown }) => (
        <>
          {shown && <Counts counts={shown} timeZone={timeZone} />}
          {children}
        </>
      )}
    </Read>
  );
}

function Counts({ counts, timeZone }: { counts: ChoiceCounts; timeZone: string }) {
  const { state, keepAll, giveSome, giveAll, silent, ticketsBack, ticketsGiven, postponement } = counts;
  return (
    <Card title={words.title} titleAs="h2">
      <p>{words.states[state](momentInWords(postponement.chooseUntil, timeZone))}</p>
      <DescriptionList
        items={[
          { term: words.keepAll, value: words.bookings(keepAll) },
          { term: words.giveSome, value: words.bookings(giveSome) },
          { term: words.giveAll, value: words.bookings(giveAll) },
          { term: words.silent[postponement.silence], value: words.bookings(silent) },
          { term: words.ticketsBack, value: words.tickets(ticketsBack), strong: true },
          ...(ticketsGiven > 0 ? [{ term: words.ticketsGiven, value: words.tickets(ticketsGiven) }] : []),
        ]}
      />
    </Card>
  );
}
