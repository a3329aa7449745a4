import { TextField } from '@concert/design-system/field.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** How long typing has to pause before the list is requested. */
const TYPING_MS = 300;
const MAX_SEARCH_LENGTH = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** A search box that searches once typing pauses, or at once on Enter. */
export function SearchField({ label, placeholder, search, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);
  const ask = (text: string) => {
    asked.current = text;
    onSearch(text);
  };
  const askTyped = useEffectEvent(ask);

  useEffect(() => {
    const text = typed.trim();
    if (text === asked.current) return;
    const timer = setTimeout(() => askTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  // Something else changed the address, for instance a link of the navigation.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);

  return (
    <form
      role="search"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        ask(typed.trim());
      }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        type="search"
        name="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={(input) => setTyped(input.target.value)}
      />
    </form>
  );
}
