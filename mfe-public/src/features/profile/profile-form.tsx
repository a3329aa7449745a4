import type { Profile } from '@concert/contracts/auth/users';
import { Button } from '@concert/design-system/button.tsx';
import { TextArea, TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { authApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import styles from './profile-form.module.css';

/** What people may change of their own account. */
const ownFieldsOf = ({ name, address, phone, skills, availability, note }: Profile) => ({
  name,
  address,
  phone,
  skills,
  availability,
  note,
});

/** Everything a person may change, to be saved. The name is read-only, as specified, until its person says that they correct it. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { refreshSession } = useSession();
  const words = texts.profile;
  const [saved, setSaved] = useState(false);
  const [sent, setSent] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const form = useForm({ name: 'profile', first: ownFieldsOf(profile), onEdit: () => setSaved(false) });

  const save = async () => {
    setSaved(false);
    setSent(false);
    const result = await form.send(() =>
      authApi.submit('saveProfile', correcting ? form.values : { ...form.values, name: undefined }, async (body) => {
        setSent(true);
        const answer = await authApi.call.saveProfile({ body });
        // The session ended elsewhere: the shell leads to the login page as soon as it knows.
        if (!answer.ok && answer.problem.code === 'request.session_required') void refreshSession();
        return answer;
      }),
    );
    if (!result?.ok) return;
    form.reset(ownFieldsOf(result.value));
    setSaved(true);
    if (!correcting) return;
    setCorrecting(false);
    void refreshSession();
  };

  return (
    <Form form={form} summaryTitle={sent ? words.failed : texts.form.correct} prepare={authApi.prepare} onSubmit={() => void save()}>
      <Failure title={words.failed} text={form.failure} />
      <div className={`stack-24 ${styles.pair}`}>
        {correcting ? (
          <TextField {...form.field('name')} label={words.name} autoComplete="name" required autoFocus />
        ) : (
          <div>
            <TextField id={form.idOf('name')} label={words.name} readOnly value={form.values.name || words.noName} />
            <Button variant="plain" onClick={() => setCorrecting(true)}>
              {words.correctName}
            </Button>
          </div>
        )}
        <TextField id={form.idOf('email')} label={words.email} readOnly value={profile.email} hint={words.fixed} />
      </div>
      <TextArea {...form.field('address')} label={words.address} autoComplete="street-address" rows={3} />
      <TextField
        {...form.field('phone')}
        label={words.phone}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        hint={words.phoneHint}
        fieldClassName={styles.phone}
      />
      <div className={`stack-24 ${styles.pair}`}>
        <TextArea {...form.field('skills')} label={words.skills} hint={words.skillsHint} rows={3} />
        <TextArea {...form.field('availability')} label={words.availability} hint={words.availabilityHint} rows={3} />
      </div>
      <TextArea {...form.field('note')} label={words.note} hint={words.noteHint} rows={3} />
      <div className={`wrapping ${styles.submit}`}>
        <Button type="submit" busy={form.busy} busyText={words.submitting}>
          {words.submit}
        </Button>
        <div role="status" className="grow-16">
          {saved && <Notice tone="good" title={words.saved} />}
        </div>
      </div>
    </Form>
  );
}
