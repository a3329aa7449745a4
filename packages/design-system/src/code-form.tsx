import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './field.tsx';
import { Form, type FormProps } from './form.tsx';
import { Notice } from './notice.tsx';
import styles from './code-form.module.css';

const words = {
  code: 'Code',
  hint: 'Six digits, typed or pasted. The page continues after the last one.',
  again: 'Send again',
  sending: 'Sending the email',
  refused: 'Email to this address is refused',
  refusedText:
    'Its email provider refused our email, so sending again will not help. Use another address, or sign in another way, for example with Google. The organisers can have the block lifted.',
  sentAgain: (times: number) =>
    times === 1
      ? 'A new code is on its way. Earlier codes still work.'
      : `A new code is on its way (sent again ${times} times). Earlier codes still work.`,
};

export interface CodeFormProps {
  /** The field, how its last try stands, and what can be done. */
  readonly form: FormProps['form'] & {
    readonly field: Pick<TextFieldProps, 'id' | 'name' | 'value' | 'error' | 'onChange'>;
    readonly failure: string | undefined;
    readonly isSpent: boolean;
    readonly busy: boolean;
    readonly submit: () => void;
    readonly sendAgain: () => Promise<void>;
    readonly sendingAgain: boolean;
    readonly sentAgain: number;
  };
  readonly submit: string;
  readonly busyText: string;
  /** No mail reaches the address, so no code will come. */
  readonly refused?: boolean;
  /** Other ways on. */
  readonly children?: ReactNode;
}

/** Asks for the code out of a mail: one field, and another code for whom the first does not help. */
export function CodeForm({ form, submit, busyText, refused = false, children }: CodeFormProps) {
  const { failure, isSpent, busy, sendingAgain, sentAgain } = form;
  const again = (
    <Button variant={isSpent ? 'primary' : 'plain'} busy={sendingAgain} busyText={words.sending} onClick={() => void form.sendAgain()}>
      {words.again}
    </Button>
  );
  return (
    <Form form={form} onSubmit={form.submit}>
      {failure && <Notice tone={isSpent ? 'warn' : 'bad'} live="assertive" title={failure} action={isSpent && again} />}
      {refused && (
        <Notice tone="warn" live="polite" title={words.refused}>
          {words.refusedText}
        </Notice>
      )}
      <TextField
        {...form.field}
        label={words.code}
        hint={words.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        readOnly={busy}
        className={styles.code}
      />
      <Button type="submit" wide busy={busy} busyText={busyText}>
        {submit}
      </Button>
      <div>
        <p role="status">{sentAgain > 0 && !refused && words.sentAgain(sentAgain)}</p>
        <div className={`wrapping ${styles.ways}`}>
          {!isSpent && again}
          {children}
        </div>
      </div>
    </Form>
  );
}
