import { plainEmail } from '@concert/contracts/core/as-typed';
import { useCallback, useEffect, useEffectEvent, useId, useState, type ChangeEvent } from 'react';
import { Button } from './button.tsx';
import { likelyMeant } from './email-slips.ts';
import { TextField, type TextFieldProps } from './field.tsx';

const words = {
  meant: (email: string) => `Did you mean ${email}?`,
  change: 'Use this address',
  keep: 'If the address is right, continue.',
};

/**
 * An email: typed with the keys it needs, never corrected by the device. Where its provider seems mistyped, the first try to send the form
 * stops and asks; the next one with the same address goes on.
 */
export function EmailField({
  hint,
  id,
  required = true,
  ...props
}: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>) {
  const made = useId();
  const fieldId = id ?? made;
  const [asked, setAsked] = useState('');
  const email = plainEmail(String(props.value));
  const meant = likelyMeant(email);
  const field = useCallback(() => document.getElementById(fieldId) as HTMLInputElement | null, [fieldId]);

  const askFirst = useEffectEvent((submitted: Event) => {
    if (meant === undefined || asked === email) return;
    submitted.preventDefault();
    submitted.stopPropagation();
    setAsked(email);
    field()?.focus();
  });
  useEffect(() => {
    // Before the form's own handler, which stands at the root of the page.
    const form = field()?.form;
    form?.addEventListener('submit', askFirst);
    return () => form?.removeEventListener('submit', askFirst);
  }, [field]);

  const change = () => {
    props.onChange?.({ target: { value: meant } } as ChangeEvent<HTMLInputElement, HTMLInputElement>);
    field()?.focus();
  };
  return (
    <TextField
      autoComplete="email"
      {...props}
      id={fieldId}
      hint={
        meant !== undefined && asked === email ? (
          <span role="alert">
            {words.meant(meant)}{' '}
            <Button variant="plain" onClick={change}>
              {words.change}
            </Button>{' '}
            {words.keep}
          </span>
        ) : (
          hint
        )
      }
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required={required}
    />
  );
}
