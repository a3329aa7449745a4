import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { texts } from './texts.ts';

const words = texts.nextDate;
const LIST = { body: { purpose: 'next-date', audience: { nextDate: true } } } as const;

/** How many people are on the list for the next date of a cancelled concert. */
export function NextDateCount() {
  const list = useRoute(messageRunRoutes.countAudience, LIST);
  return (
    <Card title={words.title}>
      <Read reading={list} words={texts} skeleton={<Skeleton label={words.reading} />}>
        {({ count }) => <p>{words.count(count)}</p>}
      </Read>
    </Card>
  );
}
