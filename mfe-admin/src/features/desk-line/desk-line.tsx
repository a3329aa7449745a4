import { notifyRoutes } from '@concert/contracts/notify/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { Link } from 'react-router-dom';
import { pathOf } from './parts.ts';
import { texts as words } from './texts.ts';

/** A link to the desk that says how much waits there, on the page that organisers have open; nothing where nothing waits. */
export function DeskLine() {
  const { value, failure } = useRoute(notifyRoutes.showDesk, {}, { onReturn: true });
  if (!value && failure === undefined) return null;
  const { mailsInTrouble = 0, openMessages = 0, peopleUnreached = 0 } = value ?? {};
  const waiting = [
    ...(mailsInTrouble > 0 ? [words.mails(mailsInTrouble)] : []),
    ...(openMessages > 0 ? [words.messages(openMessages)] : []),
    ...(peopleUnreached > 0 ? [words.unreached(peopleUnreached)] : []),
  ];
  if (value && waiting.length === 0) return null;
  return (
    <Link to={pathOf('trouble')} className="row-target one-line" title={value ? waiting.join(', ') : words.failed}>
      {value ? words.waiting(mailsInTrouble + openMessages + peopleUnreached) : words.open}
    </Link>
  );
}
