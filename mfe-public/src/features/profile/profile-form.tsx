import type { Profile } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { Faults } from '../forms/faults.tsx';
import { Form } from '../forms/form.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import styles from './profile-form.module.css';

/** Address and phone, to be changed and saved; name and email as they are. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { refreshSession } = useSession();
  const words = texts.profile;
  const [address, setAddress] = useState(profile.address);
  const [phone, setPhone] = useState(profile.phone);
  const [saved, setSaved] = useState(false);
  const [sent, setSent] = useState(false);
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);

  const save = async () => {
    setSaved(false);
    setSent(false);
    const taken = await submit(({ saveProfile }) => saveProfile.body, { address, phone }, async (body) => {
      setSent(true);
      const result = await authApi.call.saveProfile({ body });
      // The session ended elsewhere: the shell leads to the login page as soon as it knows.
      if (!result.ok && result.problem.code === 'request.session_required') void refreshSession();
      return result;
    });
    if (!taken) return;
    setAddress(taken.value.address);
    setPhone(taken.value.phone);
    setSaved(true);
  };

  return (
    <Form client={authApi} onSubmit={() => void save()}>
      <Faults form={{ errors, attempt }} fields={{ address: 'profile-address', phone: 'profile-phone' }} title={sent ? words.failed : undefined} />
      {refusal && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {problemText(refusal)}
        </Notice>
      )}
      <div className={styles.pair}>
        <TextField id="profile-name" label={words.name} readOnly value={profile.name || words.noName} />
        <TextField id="profile-email" label={words.email} readOnly value={profile.email} hint={words.fixed} />
      </div>
      <TextArea
        id="profile-address"
        label={words.address}
        name="address"
        autoComplete="street-address"
        rows={3}
        value={address}
        error={errors['address']}
        onChange={(typed) => {
          setAddress(typed.target.value);
          setSaved(false);
        }}
      />
      <TextField
        id="profile-phone"
        label={words.phone}
        type="tel"
        name="phone"
        autoComplete="tel-national"
        inputMode="tel"
        hint={words.phoneHint}
        fieldClassName={styles.phone}
        value={phone}
        error={errors['phone']}
        onChange={(typed) => {
          setPhone(typed.target.value);
          setSaved(false);
        }}
      />
      <div className={styles.submit}>
        <Button type="submit" busy={busy} busyText={words.submitting}>
          {words.submit}
        </Button>
        <div role="status" className={styles.saved}>
          {saved && <Notice tone="good" title={words.saved} />}
        </div>
      </div>
    </Form>
  );
}
