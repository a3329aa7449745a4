import { Card } from '@concert/design-system/card.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Link } from 'react-router-dom';
import { newPath } from '../message-runs/addresses.ts';
import { texts } from './texts.ts';

const words = texts.others;

/** The way to the message for those whom no mail about money tells of the cancellation. */
export function TellOthers() {
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <div>
        <LinkButton as={Link} to={newPath('cancellation')} variant="secondary">
          {words.tell}
        </LinkButton>
      </div>
    </Card>
  );
}
