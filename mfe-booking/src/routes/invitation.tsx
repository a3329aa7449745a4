import { concertDate } from '@concert/contracts/booking/concert-date';
import { MAX_FREE_TICKETS } from '@concert/contracts/booking/complimentary';
import { ticketsInWords } from '@concert/contracts/booking/counts-in-words';
import { claimSchema, invitationRoutes, type InvitationShown } from '@concert/contracts/booking/invitations';
import { idSchema } from '@concert/contracts/core/ids';
import { momentInWords } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { EmailField } from '@concert/design-system/email-field.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form, FormDone } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { Select } from '@concert/design-system/select.tsx';
import { checkForm } from '@concert/web-kit/forms/field-errors.ts';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { words } from '../features/invitation/words.ts';
import { LinkedPage, NotShown } from '../features/mail-link/not-shown.tsx';

/** Tickets for whoever was invited: `ref` is the invitation, `ref2` its secret. Opening it claims nothing. */
export function Invitation() {
  const [query] = useSearchParams();
  const [reference, ref2] = [query.get('ref') ?? '', query.get('ref2') ?? ''];
  const [said, setSaid] = useState<string>();
  const whole = idSchema('invitation').safeParse(reference).success;
  const input = { params: { invitationId: reference }, body: { ref2 } };
  const shown = useRoute(invitationRoutes.showInvitation, input, { enabled: whole, alike: true, onReturn: true });
  return (
    <LinkedPage reading={shown} whole={whole} words={words}>
      {(invitation) => (
        <>
          <Card title={invitation.concert.title}>
            <p>{concertDate(invitation.concert)}</p>
            <p>{[invitation.concert.venue.name, invitation.concert.venue.address].filter(Boolean).join(', ')}</p>
            <p className="strong">{invitation.personal ? words.personal(invitation.name) : words.from(invitation.name)}</p>
            {invitation.state === 'open' && said === undefined && (
              <p>{words.left(invitation.left, momentInWords(invitation.until, invitation.concert.timeZone))}</p>
            )}
          </Card>
          {said !== undefined ? (
            <FormDone>
              <Notice tone="good" title={words.thanks}>
                {said}
              </Notice>
            </FormDone>
          ) : invitation.state === 'open' ? (
            <Claim invitation={invitation} secret={ref2} onClaimed={setSaid} onRefused={shown.again} />
          ) : (
            <NotShown
              title={words.closed[invitation.concert.closed === 'cancelled' ? 'cancelled' : (invitation.answer ?? invitation.state)]}
              text={words.closedText}
            />
          )}
        </>
      )}
    </LinkedPage>
  );
}

interface ClaimProps {
  readonly invitation: InvitationShown;
  readonly secret: string;
  readonly onClaimed: (said: string) => void;
  readonly onRefused: () => void;
}

function Claim({ invitation, secret, onClaimed, onRefused }: ClaimProps) {
  const { act } = useAct(invitationRoutes.claimInvitation);
  const form = useForm({
    name: 'claim',
    first: { name: '', email2: '', notickets: '' },
    summaryFrom: Infinity,
    fieldOf: (pointer) => pointer.split('/').at(-1) ?? '',
  });
  const { id, left, personal } = invitation;
  const most = Math.min(left, MAX_FREE_TICKETS);
  const send = async (tickets: number) => {
    const checked = personal ? undefined : checkForm(claimSchema, { ...form.values, notickets: tickets });
    if (checked && !checked.ok) return form.refuse(checked.errors);
    if (personal && Number.isNaN(tickets)) return form.refuse({ notickets: words.required });
    const body = { ref2: secret, ...(checked ? { claim: checked.value } : { tickets }) };
    const result = await form.send(() => act({ params: { invitationId: id }, body }));
    if (result?.ok) onClaimed(tickets === 0 ? words.declined : words.emailed(checked?.value.email2));
    else if (result && 'problem' in result) onRefused();
  };
  return (
    <Card>
      <Form form={form} className="stack-16" label={words.claim} onSubmit={() => void send(Number.parseInt(form.values.notickets, 10))}>
        {!personal && (
          <>
            <TextField {...form.field('name')} label={words.fields.name} autoComplete="name" required />
            <EmailField {...form.field('email2')} label={words.fields.email} hint={words.emailHint} />
          </>
        )}
        <Select
          {...form.field('notickets')}
          label={words.fields.tickets}
          required
          placeholder={words.choose(most)}
          options={Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: ticketsInWords(index + 1) }))}
        />
        <Failure title={words.refused} text={form.failure} />
        <div className="row-12">
          <Button type="submit" busy={form.busy} busyText={words.sending}>
            {personal ? words.yes : words.claim}
          </Button>
          {personal && (
            <Button variant="secondary" disabled={form.busy} onClick={() => void send(0)}>
              {words.no}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
