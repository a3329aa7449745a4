import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useSession } from '@concert/web-kit/session.tsx';
import text from '../../content/how-music-heals.md';
import { ZodiacPlayer } from '../features/music/zodiac-player.tsx';
import { Contents, Prose } from '../features/prose/prose.tsx';
import { texts } from '../texts.ts';
import styles from './how-music-heals.module.css';

/** `/how-music-heals`: zodiac music and the long text. */
export default function HowMusicHeals() {
  const { pageTitle } = useSession();
  return (
    <Page title={pageTitle} lede={texts.music.lede}>
      <ZodiacPlayer />
      <div className={`stack-48 one-column ${styles.reading}`}>
        <Contents blocks={text} title={texts.music.contents} />
        <div>
          <Prose blocks={text} />
          <div className={styles.ways}>
            <LinkButton to="/reserve-your-seat" variant="secondary" text={texts.music.next} />
          </div>
        </div>
      </div>
    </Page>
  );
}
