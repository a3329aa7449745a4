import { signInCodeRoutes } from '@concert/contracts/auth/sign-in-codes';
import type { ConcertView } from '@concert/contracts/booking/http';
import { MAX_TICKETS, SEATINGS } from '@concert/contracts/booking/seating';
import { waitingRoutes, type WaitingView } from '@concert/contracts/booking/waiting';
import { Button } from '@concert/design-system/button.tsx';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { loginPath } from '@concert/web-kit/redirects.ts';
import type { Session } from '@concert/web-kit/session.tsx';
import { Link, useSearchParams } from 'react-router-dom';
import { texts as accessTexts } from '../reservation/access-texts.ts';
import { companionOptions } from '../reservation/choice.ts';
import type { Joining } from './use-joining.ts';
import { words } from './words.ts';

interface WishFormProps {
  readonly concert: ConcertView;
  readonly session: Session;
  readonly joining: Joining;
  readonly onJoined: (place: WaitingView) => void;
}

const options = (values: readonly (string | number)[]) => values.map((value) => ({ value: String(value), label: String(value) }));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Who waits for how many seats of which category. */
export function WishForm({ concert: { categories }, session, joining, onJoined }: WishFormProps) {
  const [query] = useSearchParams();
  const { typed } = joining;
  const wanted = SEATINGS.find((seating) => seating === query.get('seating')) ?? 'any';
  const form = useForm({
    name: 'wish',
    first: {
      name: typed?.name ?? session?.name ?? '',
      email: typed?.email ?? '',
      seating: typed?.seating ?? wanted,
      seats: String(typed?.seats ?? categories.find(({ seating }) => seating === wanted)?.defaultTickets ?? 1),
      companions: typed?.access?.companions,
    },
    summaryFrom: 3,
    fieldOf: (pointer) => pointer.split('/').at(-1) ?? '',
  });
  const { name, email, seating, companions } = form.values;
  const most = categories.find((category) => category.seating === seating)?.maxTickets ?? MAX_TICKETS;
  const seats = Math.min(Number(form.values.seats), most);

  const send = async () => {
    const access = companions === undefined ? {} : { access: { companions: Math.min(companions, seats - 1) } };
    const joined = await form.send(async () => {
      const wish = checkForm(waitingRoutes.waitForSeats.body, { name, seats, seating, ...access });
      const proof = session ? undefined : checkForm(signInCodeRoutes.requestSignInCode.body, { email });
      const errors = { ...(wish.ok ? {} : wish.errors), ...(proof && !proof.ok ? proof.errors : {}) };
      if (!wish.ok || Object.keys(errors).length > 0) return { ok: false as const, errors };
      if (session) return joining.join(wish.value);
      const mailed = await joining.ask({ ...wish.value, email });
      return mailed.ok ? { ok: true as const, value: undefined } : mailed;
    });
    if (joined?.ok && joined.value) onJoined(joined.value);
  };
  const refused = form.refusal ?? joining.problem;
  return (
    <Form form={form} onSubmit={() => void send()} label={words.submit}>
      <TextField {...form.field('name')} label={words.name} autoComplete="name" maxLength={120} readOnly={form.busy} />
      {!session && <EmailField {...form.field('email')} label={words.email} hint={words.emailHint} readOnly={form.busy} />}
      <Select
        {...form.field('seating')}
        label={words.category}
        options={[{ value: 'any', label: words.any }, ...categories.map(({ seating: value, label }) => ({ value, label }))]}
      />
      <Select {...form.field('seats')} label={words.seats} value={String(seats)} options={options(upTo(most))} />
      <Checkbox
        id={form.idOf('accessible')}
        label={words.accessible}
        checked={companions !== undefined}
        onCheck={(needed) => form.edit('companions', needed ? companionOptions(seats).length - 1 : undefined)}
      />
      {companions !== undefined && seats > 1 && (
        <Select
          id={form.idOf('companions')}
          label={accessTexts.access.companions}
          hint={accessTexts.access.companionsHint}
          value={String(Math.min(companions, seats - 1))}
          error={form.errors['companions']}
          options={options(companionOptions(seats))}
          onChange={({ target }) => form.edit('companions', Number(target.value))}
        />
      )}
      {refused && refused.code !== 'request.invalid' && (
        <Notice
          tone="bad"
          live="assertive"
          title={words.refused}
          action={refused.code === 'booking.seats_left' && <LinkButton to="/reserve-your-seat" text={words.reserve} />}
        >
          {problemText(refused)}
        </Notice>
      )}
      <p className="quiet small">
        {words.privacy} <Link to="/privacy">{words.privacyLink}</Link>.
      </p>
      <Button type="submit" wide busy={form.busy} busyText={words.busy}>
        {words.submit}
      </Button>
      {!session && <LinkButton to={loginPath('/waiting')} variant="plain" text={words.already} />}
    </Form>
  );
}
