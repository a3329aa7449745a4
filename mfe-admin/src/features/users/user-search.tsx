import { TextField } from '@concert/design-system/field.tsx';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { texts } from '../../texts.ts';
import styles from './users.module.css';

/** How long typing may rest before the list is asked for. */
export const TYPING_MS = 300;
const LONGEST_SEARCH = 200;

/** Finds users by the beginning of an email or of a word of the name. What is searched for stands in the address. */
export function UserSearch() {
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);
  const words = texts.users.search;

  const ask = (text: string) => {
    asked.current = text;
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set('search', text);
        else next.delete('search');
        return next;
      },
      { replace: true },
    );
  };
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });

  useEffect(() => {
    const text = typed.trim();
    if (text === asked.current) return;
    const timer = setTimeout(() => latestAsk.current(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  // The address was changed by something else, a link of the navigation for instance.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);

  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        ask(typed.trim());
      }}
    >
      <TextField
        label={words.label}
        type="search"
        name="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={(input) => setTyped(input.target.value)}
      />
    </form>
  );
}
