import { plainEmail } from '@concert/contracts/core/as-typed';
import { Button } from '@concert/design-system/button.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form, FormDone } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { Page, PageHeading } from '@concert/design-system/page.tsx';
import { Rings } from '@concert/design-system/rings.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { returnPathForMail } from '@concert/web-kit/return-path.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { authApi } from '../clients.ts';
import { TermsNotice } from '../features/notices/terms-notice.tsx';
import { OpenTheMail } from '../features/sign-in/open-the-mail.tsx';
import { NewPasswordField } from '../features/sign-in/password-fields.tsx';
import { SignedIn } from '../features/sign-in/signed-in.tsx';
import { texts } from '../texts.ts';
import columns from '../columns.module.css';
import signIn from '../features/sign-in/sign-in.module.css';
import styles from './quiet-page.module.css';

const words = texts.register;

/** `/register`: making an account with a name. */
export default function Register() {
  const { pageTitle, session } = useSession();
  const [registered, setRegistered] = useState<string>();
  return (
    <Page>
      <div className={columns.columns}>
        <div className={`stack-32 ${styles.column}`}>
          <PageHeading title={pageTitle} lede={registered === undefined ? words.lede : texts.signUp.mailed} />
          {registered !== undefined ? (
            <Registered email={registered} />
          ) : session ? (
            <SignedIn email={session.email} />
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
  const [sent, setSent] = useState(false);
  const form = useForm({ name: 'register', first: { name: '', email: '', password: '' } });

  const register = async () => {
    setSent(false);
    const result = await form.send(() =>
      authApi.submit('register', { ...form.values, nav: returnPathForMail() }, (body) => {
        setSent(true);
        return authApi.call.register({ body });
      }),
    );
    if (result?.ok) onRegistered(plainEmail(form.values.email));
  };

  return (
    <>
      <Form form={form} summaryTitle={sent ? words.failed : texts.form.correct} prepare={authApi.prepare} onSubmit={() => void register()}>
        <Failure title={words.failed} text={form.failure} />
        <TextField {...form.field('name')} label={words.name} autoComplete="name" required />
        <EmailField {...form.field('email')} label={words.email} autoComplete="username" />
        <NewPasswordField {...form.field('password')} label={words.password} />
        <TermsNotice />
        <Button type="submit" wide busy={form.busy} busyText={words.submitting}>
          {words.submit}
        </Button>
      </Form>
      <p className={`wrapping quiet ${signIn.other}`}>
        {words.account}
        <LinkButton to="/login" variant="plain" text={words.toLogin} />
      </p>
    </>
  );
}

function Registered({ email }: { email: string }) {
  return (
    <FormDone>
      <OpenTheMail title={words.successful} email={email} />
    </FormDone>
  );
}
