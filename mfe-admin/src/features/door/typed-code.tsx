import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent as Pressed } from 'react';
import styles from './door.module.css';
import { isScanned } from './scanned-text.ts';
import { texts } from './texts.ts';

const words = texts.typed;
/** No person presses so many keys, each so soon after the one before. */
const BURST = { keys: 4, withinMs: 60 } as const;

/**
 * Hands over what a hand scanner types while no field has the focus, so that nobody has to press into the field first and its Enter presses no button.
 * @param begun gets the first letters; the field has to have the focus afterwards
 */
function useBursts(begun: (letters: string) => void): void {
  const begin = useEffectEvent(begun);
  useEffect(() => {
    let letters = '';
    let lastAt = 0;
    const pressed = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      letters = event.timeStamp - lastAt <= BURST.withinMs ? letters + event.key : event.key;
      lastAt = event.timeStamp;
      if (letters.length < BURST.keys) return;
      event.preventDefault();
      begin(letters);
      letters = '';
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

/** The code of a ticket by hand or by a hand scanner, which types it and presses Enter or Tab. */
export function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  useBursts((letters) => {
    setCode(letters);
    focus();
  });
  const submit = (submitted: { preventDefault: () => void }) => {
    submitted.preventDefault();
    if (code.trim() === '') {
      setError(words.required);
      focus();
      return;
    }
    setError('');
    onCode(code.trim());
    setCode('');
    focus();
  };
  const pressed = (event: Pressed) => {
    if (event.key === 'Tab' && !event.shiftKey && isScanned(code)) submit(event);
  };
  return (
    <form ref={form} className={`stack-12 ${styles.typed}`} noValidate onSubmit={submit}>
      <TextField
        label={words.label}
        hint={words.hint}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={600}
        value={code}
        error={error}
        onChange={(change) => setCode(change.target.value)}
        onKeyDown={pressed}
      />
      <Button type="submit" variant="secondary">
        {words.check}
      </Button>
    </form>
  );
}
