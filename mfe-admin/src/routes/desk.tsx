import { LinkButton } from '@concert/design-system/link-button.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { DeskScreen } from '../features/desk/desk-screen.tsx';
import styles from '../features/desk/desk.module.css';
import { texts } from '../features/desk/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/desk`: how the sale stands, what waits for an organiser, and the way to cancel the evening. */
export default function Desk() {
  const { concert } = useSession();
  const stop = <LinkButton to="/cancel-concert" variant="danger" className={styles.stop} text={texts.stop} />;
  return (
    <OrganiserPage needs="organiser" words={texts} action={concert?.state !== 'cancelled' && stop}>
      <DeskScreen />
    </OrganiserPage>
  );
}
