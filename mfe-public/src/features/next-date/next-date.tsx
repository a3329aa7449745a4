import { LinkButton } from '@concert/design-system/link-button.tsx';
import { texts } from '../../texts.ts';

/** What a cancelled concert still offers: the music, and news of the next date. */
export function NextDate() {
  const words = texts.nextDate;
  return (
    <section className="stack-16 items-start">
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
      <LinkButton to="/waiting" text={words.tell} />
      <LinkButton to="/how-music-heals" variant="secondary" text={words.listen} />
    </section>
  );
}
