import { authRoutes, type SessionView } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { ErrorSummary } from '@concert/design-system/error-summary.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { createClient } from '@concert/web-kit/api-client.ts';
import { checkForm, errorsOfProblem, type FieldErrors } from '@concert/web-kit/forms.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useState, type FormEvent } from 'react';
import { texts } from '../../texts.ts';
import styles from './sign-in-form.module.css';

const auth = createClient(authRoutes);

const FIELD_IDS: Readonly<Record<string, string>> = { email: 'sign-in-email', password: 'sign-in-password' };

/** Sign-in by email and password. */
export function SignInForm({ onSignedIn }: { onSignedIn: (session: SessionView) => void }) {
  const words = texts.signIn;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  const refuse = (found: FieldErrors) => {
    setErrors(found);
    setAttempt((now) => now + 1);
  };

  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (busy) return;
    setRefusal(undefined);
    const checked = checkForm(authRoutes.signIn.body, { email, password });
    if (!checked.ok) {
      refuse(checked.errors);
      return;
    }
    setErrors({});
    setBusy(true);
    const result = await auth.signIn({ body: checked.value });
    setBusy(false);
    if (result.ok) {
      onSignedIn(result.value.session);
      return;
    }
    const { problem } = result;
    if (problem.code === 'request.invalid' && problem.errors?.length) refuse(errorsOfProblem(problem));
    else setRefusal(problem.code === 'auth.email_unverified' ? problemText(problem) : words.error(problemText(problem)));
  };

  const summary = Object.entries(errors).map(([field, text]) => ({ fieldId: FIELD_IDS[field] ?? 'sign-in-email', text }));
  return (
    <form className={styles.form} noValidate onSubmit={(submitted) => void submit(submitted)}>
      <ErrorSummary title={words.correct} errors={summary} attempt={attempt} />
      {refusal && (
        <Notice tone="bad" title={refusal} live="assertive" />
      )}
      <TextField
        id="sign-in-email"
        label={words.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        error={errors['email']}
        onChange={(typed) => setEmail(typed.target.value)}
      />
      <TextField
        id="sign-in-password"
        label={words.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors['password']}
        onChange={(typed) => setPassword(typed.target.value)}
      />
      <Button type="submit" wide busy={busy} busyText={words.submitting}>
        {words.submit}
      </Button>
    </form>
  );
}
