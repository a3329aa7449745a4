import type { Profile } from '@concert/contracts/auth/users';
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

/** What people may change of their own. */
type OwnFields = Pick<Profile, 'address' | 'phone' | 'note' | 'skills' | 'availability'>;

const IDS: Readonly<Record<keyof OwnFields, string>> = {
  address: 'profile-address',
  phone: 'profile-phone',
  skills: 'profile-skills',
  availability: 'profile-availability',
  note: 'profile-note',
};

const ownFieldsOf = ({ address, phone, note, skills, availability }: Profile): OwnFields => ({
  address,
  phone,
  note,
  skills,
  availability,
});

/** Everything a person may change, to be saved; name and email as they are. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { refreshSession } = useSession();
  const words = texts.profile;
  const [own, setOwn] = useState(() => ownFieldsOf(profile));
  const [saved, setSaved] = useState(false);
  const [sent, setSent] = useState(false);
  const { submit, errors, refusal, attempt, busy } = useSubmit(authApi);

  const save = async () => {
    setSaved(false);
    setSent(false);
    const taken = await submit(
      ({ saveProfile }) => saveProfile.body,
      own,
      async (body) => {
        setSent(true);
        const result = await authApi.call.saveProfile({ body });
        // The session ended elsewhere: the shell leads to the login page as soon as it knows.
        if (!result.ok && result.problem.code === 'request.session_required') void refreshSession();
        return result;
      },
    );
    if (!taken) return;
    setOwn(ownFieldsOf(taken.value));
    setSaved(true);
  };

  const fieldOf = (name: keyof OwnFields) => ({
    id: IDS[name],
    name,
    value: own[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setOwn((before) => ({ ...before, [name]: target.value }));
      setSaved(false);
    },
  });

  return (
    <Form client={authApi} onSubmit={() => void save()}>
      <Faults form={{ errors, attempt }} fields={IDS} title={sent ? words.failed : undefined} />
      {refusal && (
        <Notice tone="bad" live="assertive" title={words.failed}>
          {problemText(refusal)}
        </Notice>
      )}
      <div className={styles.pair}>
        <TextField id="profile-name" label={words.name} readOnly value={profile.name || words.noName} />
        <TextField id="profile-email" label={words.email} readOnly value={profile.email} hint={words.fixed} />
      </div>
      <TextArea {...fieldOf('address')} label={words.address} autoComplete="street-address" rows={3} />
      <TextField
        {...fieldOf('phone')}
        label={words.phone}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        hint={words.phoneHint}
        fieldClassName={styles.phone}
      />
      <div className={styles.pair}>
        <TextArea {...fieldOf('skills')} label={words.skills} hint={words.skillsHint} rows={3} />
        <TextArea {...fieldOf('availability')} label={words.availability} hint={words.availabilityHint} rows={3} />
      </div>
      <TextArea {...fieldOf('note')} label={words.note} hint={words.noteHint} rows={3} />
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
