import { messageRunRoutes } from '@concert/contracts/notify/message-runs';
import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { Link } from 'react-router-dom';
import { newPath, runPath } from '../message-runs/addresses.ts';
import { texts } from './texts.ts';

const words = texts.others;

/** The way to the message for everybody who has not been told of the cancellation; or to that message, once it goes. */
export function TellOthers() {
  const runs = useRoute(messageRunRoutes.listMessageRuns, { query: {} }, { onReturn: true });
  const sent = runs.value?.items.find(({ purpose, state }) => purpose === 'cancellation' && state !== 'draft');
  return (
    <Card title={words.title}>
      <p>{sent ? words.told(sent.coverage?.audience ?? sent.count) : words.text}</p>
      <div>
        <LinkButton as={Link} to={sent ? runPath(sent.id) : newPath('cancellation')} variant="secondary">
          {sent ? words.look : words.tell}
        </LinkButton>
      </div>
    </Card>
  );
}
