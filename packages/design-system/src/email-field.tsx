import { TextField, type TextFieldProps } from './field.tsx';

/** An email that has to be given: typed with the keys it needs, never corrected by the device. */
export function EmailField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'required'>) {
  return <TextField autoComplete="email" {...props} type="email" inputMode="email" autoCapitalize="none" spellCheck={false} required />;
}
