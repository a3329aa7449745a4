import { LinkButton } from '@concert/design-system/link-button.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { Coming } from '../features/coming/coming.tsx';
import { SignFigures } from '../features/home/sign-figures.tsx';
import { texts } from '../texts.ts';
import styles from './quiet-page.module.css';

/** `/how-music-heals`: zodiac music and the long text. */
export default function HowMusicHeals() {
  const { pageTitle } = useSession();
  return (
    <Page>
      <PageHeading title={pageTitle} lede={texts.music.lede} />
      <SignFigures label={texts.home.heal.signs} named />
      <Coming things={texts.music.comes} />
      <div className={styles.ways}>
        <LinkButton as={Link} to="/reserve-your-seat" variant="secondary">
          {texts.music.next}
        </LinkButton>
      </div>
    </Page>
  );
}
