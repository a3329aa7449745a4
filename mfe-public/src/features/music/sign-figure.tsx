import { mediaUrl } from '../../media.ts';
import styles from './sign-figure.module.css';

/** The figure of a sign's sound, from the one sheet that holds them all. */
export function SignFigure({ sound }: { sound: string }) {
  return (
    <svg viewBox="0 0 400 400" className={styles.figure} aria-hidden="true" focusable="false">
      <use href={`${mediaUrl('pictures/signs.svg')}#${sound}`} />
    </svg>
  );
}
