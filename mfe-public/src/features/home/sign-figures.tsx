import { Rings } from '@concert/design-system/rings.tsx';
import { SIGNS } from './signs.ts';
import styles from './sign-figures.module.css';

/** The twelve signs as the figures of their sound. */
export function SignFigures({ label, named = false }: { label: string; named?: boolean }) {
  return (
    <ul className={named ? `${styles.figures} ${styles.named}` : styles.figures} aria-label={label}>
      {SIGNS.map(({ name, lobes }) => (
        <li key={name}>
          <Rings lobes={lobes} line={1.6} {...(named ? {} : { label: name })} />
          {named && <p className={styles.name}>{name}</p>}
        </li>
      ))}
    </ul>
  );
}
