import { eveningAnswerRoutes } from '@concert/contracts/notify/evening-answers';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { texts } from './texts.ts';

const words = texts.answers;

/** What people answered after the evening: how often each, then the texts, newest first, without names. */
export function EveningAnswers() {
  const reading = useRoute(eveningAnswerRoutes.listEveningAnswers, {}, { onReturn: true });
  return (
    <Read reading={reading} words={words} skeleton={<Skeleton shape="field" count={4} label={words.reading} />}>
      {({ counts, texts: said }) =>
        counts.every(({ count }) => count === 0) ? (
          <EmptyList title={words.empty} text={words.emptyText} />
        ) : (
          <>
            <DescriptionList items={counts.map(({ rating, count }) => ({ term: words.ratings[rating], value: String(count) }))} />
            <ul aria-label={words.said}>
              {said.map(({ rating, words: text }, index) => (
                <li key={index}>
                  {words.ratings[rating]}: {text}
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Read>
  );
}
