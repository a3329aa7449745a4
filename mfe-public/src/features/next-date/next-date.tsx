import { classNames } from '@concert/design-system/class-names.ts';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Link } from 'react-router-dom';
import { nextDateTexts } from './texts.ts';
import { NextDateForm } from './next-date-form.tsx';
import columns from '../../columns.module.css';
import styles from './next-date.module.css';

/** What a cancelled concert still offers: the music, and news of the next date. */
export default function NextDate({ className }: { className?: string }) {
  const words = nextDateTexts;
  return (
    <section className={className}>
      <div className={classNames(columns.columns, styles.box)}>
        <div className="stack-16 items-start">
          <h2>{words.heading}</h2>
          <p>{words.text}</p>
          <LinkButton as={Link} to="/how-music-heals" text={words.listen} />
        </div>
        <NextDateForm />
      </div>
    </section>
  );
}
