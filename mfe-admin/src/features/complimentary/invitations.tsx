import type { ComplimentaryCategory } from '@concert/contracts/booking/complimentary';
import { invitationRoutes, inviteSchema, type InvitationView } from '@concert/contracts/booking/invitations';
import { wholeNumberIn } from '@concert/contracts/core/as-typed';
import { monthDay } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { copyText } from '@concert/design-system/copy-text.ts';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { usePages } from '@concert/web-kit/reading/use-pages.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useState } from 'react';
import { ActButton } from '../organising/act-button.tsx';
import { PagedList } from '../paged-list/paged-list.tsx';
import styles from './complimentary.module.css';
import { texts } from './texts.ts';

const words = texts.invitations;
const GOES_TO = Object.entries(texts.goesTo).map(([value, label]) => ({ value, label }));

interface InvitationsProps {
  readonly group: ComplimentaryCategory;
  /** The allotment has changed. */
  readonly onChanged: () => void;
}

/** The invitations of a group, and their list. */
export function useInvitations(group: ComplimentaryCategory) {
  return usePages(invitationRoutes.listInvitations, { input: (cursor) => ({ query: { group, cursor } }), idOf: ({ id }) => id });
}

/** Makes a link for an inviter, shows it once, and lists all invitations with who claimed what. */
export function Invitations({ list, ...props }: InvitationsProps & { readonly list: ReturnType<typeof useInvitations> }) {
  const [url, setUrl] = useState<string>();
  return (
    <section className="stack-16" aria-labelledby="invitations-title">
      <h2 id="invitations-title" className="size-3">
        {words.title}
      </h2>
      <details className="boxed">
        <summary className={`strong ${styles.summary}`}>{words.make}</summary>
        <MakeLink {...props} onMade={setUrl} />
        <div aria-live="polite" className={url ? styles.sheetBody : ''}>
          {url && (
            <Notice tone="good" title={words.made} action={<Button onClick={() => void copyText(url, words)}>{words.copy}</Button>}>
              <code translate="no" className="anywhere">
                {url}
              </code>
            </Notice>
          )}
        </div>
      </details>
      <PagedList list={list} words={words} skeletons={1}>
        {(found) => (
          <ul className="stack-16 plain-list">
            {found.map((one) => (
              <Row key={one.id} invitation={one} onEnded={props.onChanged} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function MakeLink({ group, onChanged, onMade }: InvitationsProps & { readonly onMade: (url: string | undefined) => void }) {
  const { act } = useAct(invitationRoutes.invite);
  const form = useForm({ name: 'link', first: { label: '', seats: '', lastDay: '', rest: 'group' }, summaryFrom: Infinity });
  const make = async () => {
    const { label, seats, lastDay, rest } = form.values;
    const checked = checkForm(inviteSchema, { for: 'inviter', group, label, seats: wholeNumberIn(seats), lastDay, rest });
    if (!checked.ok) return form.refuse(checked.errors);
    onMade(undefined);
    const result = await form.send(() => act({ body: checked.value }));
    if (!result?.ok) return;
    onMade(result.value.url);
    form.reset();
    onChanged();
  };
  return (
    <Form form={form} className={`stack-16 ${styles.sheetBody}`} label={words.make} onSubmit={() => void make()}>
      <TextField {...form.field('label')} label={words.fields.label} hint={words.hints.label} autoComplete="off" required />
      <TextField {...form.field('seats')} label={words.fields.seats} inputMode="numeric" autoComplete="off" required />
      <TextField {...form.field('lastDay')} label={words.fields.lastDay} hint={words.hints.lastDay} type="date" required />
      <Select {...form.field('rest')} label={words.fields.rest} hint={words.hints.rest} options={GOES_TO} />
      <Failure title={words.notMade} text={form.failure} />
      <div>
        <Button type="submit" busy={form.busy} busyText={words.making}>
          {words.submit}
        </Button>
      </div>
    </Form>
  );
}

function Row({ invitation, onEnded }: { invitation: InvitationView; onEnded: () => void }) {
  const { id, name, email, seats, claimed, rest, until, state, answer, claims } = invitation;
  const timeZone = useTimeZone();
  const ended = () => {
    showToast({ tone: 'good', text: words.ended(name) });
    onEnded();
  };
  return (
    <li className="row-8-16 between">
      <div className="anywhere min-0">
        <p className="strong">{name}</p>
        {email && <p className="quiet">{email}</p>}
        <p className="quiet figures">
          {answer ? words.answers[answer](claimed) : words.claimed(claimed, seats)}
          {state !== 'over' && `, ${words.left(seats - claimed, monthDay(until, timeZone))}`}
          {rest && rest !== 'group' && `, ${words.rest(rest)}`}
          {state === 'over' && !answer && `, ${words.over}`}
        </p>
        {!email && claims.length > 0 && (
          <ul className="plain-list">
            {claims.map((claim) => (
              <li key={claim.id}>{words.claim(claim.name, claim.email2, claim.notickets, claim.status === 'Revoked')}</li>
            ))}
          </ul>
        )}
      </div>
      {state !== 'over' && (
        <ActButton
          variant="secondary"
          route={invitationRoutes.endInvitation}
          input={{ params: { invitationId: id } }}
          busyText={words.ending}
          aria-label={words.endOf(name)}
          failed={words.notEnded}
          onDone={ended}
        >
          {words.end}
        </ActButton>
      )}
    </li>
  );
}
