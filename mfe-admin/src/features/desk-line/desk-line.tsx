import type { ResultOf } from '@concert/contracts/core/route';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { Link } from 'react-router-dom';
import styles from './desk-line.module.css';
import { pathOf } from './parts.ts';
import { texts as words } from './texts.ts';

/** One line that leads to the desk, and says what waits there. It stands first on the page that organisers have open. */
export function DeskLine() {
  const desk = useRoute(notifyRoutes.showDesk, {}, { onReturn: true });
  return (
    <nav className={styles.line} aria-label={words.name}>
      <Link to={pathOf('trouble')}>{words.open}</Link>
      <Link to={pathOf('runs')}>{words.runs}</Link>
      {desk.value ? <Waiting {...desk.value} /> : <span>{desk.failure === undefined ? words.reading : words.failed}</span>}
    </nav>
  );
}

function Waiting({ mailsInTrouble, openMessages, peopleUnreached }: ResultOf<typeof notifyRoutes.showDesk>) {
  if (mailsInTrouble + openMessages + peopleUnreached === 0) return <span>{words.nothing}</span>;
  return (
    <>
      {peopleUnreached > 0 && <Link to={pathOf('runs')}>{words.unreached(peopleUnreached)}</Link>}
      {mailsInTrouble > 0 && <Link to={pathOf('trouble')}>{words.mails(mailsInTrouble)}</Link>}
      {openMessages > 0 && <Link to={pathOf('messages')}>{words.messages(openMessages)}</Link>}
    </>
  );
}
