import { Link } from 'react-router-dom';
import signs from '../../../content/signs.json?brief';
import { SignFigure } from '../music/sign-figure.tsx';
import styles from './sign-figures.module.css';

/** The twelve signs as the figures of their sound, each a way to its music. */
export function SignFigures({ label }: { label: string }) {
  return (
    <ul className={`plain-list ${styles.figures}`} aria-label={label}>
      {signs.map(({ name, sound }) => (
        <li key={name}>
          <Link to={`/how-music-heals?sign=${sound}`} className={styles.figure}>
            <SignFigure sound={sound} />
            <span>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
