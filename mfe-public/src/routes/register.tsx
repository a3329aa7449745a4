import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { PageHeading } from '@concert/design-system/page-heading.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { authApi } from '../clients.ts';
import { Faults } from '../features/forms/faults.tsx';
import { EmailField, NewPasswordField } from '../features/forms/fields.tsx';
import { Form } from '../features/forms/form.tsx';
import { useSubmit } from '../features/forms/use-submit.ts';
import { texts } from '../texts.ts';
import signIn from '../features/sign-in/sign-in.module.css';
import styles from './quiet-page.module.css';

const words = texts.register;

/** `/register`: making an account with a name. */
export default function Register() {
  const { pageTitle, session } = useSession();
  const [registered, setRegistered] = useState<string>();
  return (
    <Page>
      <div className={styles.split}>
        <div className={styles.column}>
          <PageHeading title={pageTitle} lede={words.lede} />
          {registered !== undefined ? (
            <Registered email={registered} />
          ) : session ? (
            <LoggedIn email={session.email} />
          ) : (
            <RegisterForm onRegistered={setRegistered} />
          )}
        </div>
        <Rings lobes={4} className={styles.figure} />
      </div>
    </Page>
  );
}

function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);

  const register = async () => {
    setSent(false);
    let address = email;
    const taken = await submit(
      ({ register }) => register.body,
      { name, email, password },
      (body) => {
        setSent(true);
        address = body.email;
        return authApi.call.register({ body });
      },
    );
    if (taken) onRegistered(address);
  };

  return (
    <>
      <Form client={authApi} onSubmit={() => void register()}>
        <Faults
          form={{ errors, attempt }}
          fields={{ name: 'register-name', email: 'register-email', password: 'register-password' }}
          title={sent ? words.failed : undefined}
        />
        {refusal && (
          <Notice tone="bad" live="assertive" title={words.failed}>
            {problemText(refusal)}
          </Notice>
        )}
        <TextField
          id="register-name"
          label={words.name}
          name="name"
          autoComplete="name"
          required
          value={name}
          error={errors['name']}
          onChange={(typed) => setName(typed.target.value)}
        />
        <EmailField id="register-email" label={words.email} value={email} error={errors['email']} onChange={setEmail} />
        <NewPasswordField
          id="register-password"
          label={words.password}
          value={password}
          error={errors['password']}
          onChange={setPassword}
        />
        <Button type="submit" wide busy={busy} busyText={words.submitting}>
          {words.submit}
        </Button>
      </Form>
      <p className={signIn.other}>
        {words.account}
        <LinkButton as={Link} to="/login" variant="plain">
          {words.toLogin}
        </LinkButton>
      </p>
    </>
  );
}

function Registered({ email }: { email: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone; what it did is read from here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={signIn.said}>
      <Notice tone="good" title={words.successful} action={<To to="/login">{words.toLogin}</To>}>
        {words.next(email)}
      </Notice>
    </div>
  );
}

function LoggedIn({ email }: { email: string }) {
  return <Notice title={texts.form.loggedIn(email)} action={<To to="/reserve-your-seat">{texts.form.reserve}</To>} />;
}

function To({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton as={Link} to={to}>
      {children}
    </LinkButton>
  );
}
