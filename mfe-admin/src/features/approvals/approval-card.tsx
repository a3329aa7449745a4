import type { ApprovalView } from '@concert/contracts/auth/approvals';
import { authRoutes } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { DescriptionList } from '@concert/design-system/description-list.tsx';
import { LinkButton } from '@concert/design-system/link-button.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { Moment } from '@concert/web-kit/moment.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { factsOf, nameOf, pathOfAction, actionInWords } from './approval-words.ts';
import { texts as words } from './texts.ts';

const TONES: Readonly<Record<ApprovalView['state'], StatusTone>> = { waiting: 'waiting', approved: 'good', refused: 'bad' };

export interface ApprovalCardProps {
  readonly approval: ApprovalView;
  readonly onDecided: () => void;
}

/** What somebody asked for, and what the reader can do about it. */
export function ApprovalCard({ approval, onDecided }: ApprovalCardProps) {
  const { session } = useSession();
  const approve = useAct(authRoutes.approve);
  const stop = useAct(authRoutes.refuseApproval);
  const { id, askedBy, state } = approval;
  const own = askedBy.id === session?.userId;
  const what = actionInWords(approval);
  const busy = approve.busy || stop.busy;
  const failure = approve.failure ?? stop.failure;

  const decide = async ({ act }: Pick<typeof approve, 'act'>, done: string) => {
    const result = await act({ params: { approvalId: id } });
    if (result.ok) showToast({ tone: 'good', text: done });
    onDecided();
  };

  return (
    <Card title={what} aside={<StatusBadge tone={TONES[state]}>{words.states[state]}</StatusBadge>}>
      {own && <Own approval={approval} />}
      <Facts approval={approval} />
      {approval.mayApproveFrom && (
        <p className="quiet">
          {words.roleNew} <Moment at={approval.mayApproveFrom} />
        </p>
      )}
      <Failure text={failure} />
      {state !== 'refused' && (
        <div className="row-12 apart-16">
          {approval.mayApprove && (
            <Button
              aria-label={words.approveOf(what)}
              disabled={busy}
              busy={approve.busy}
              busyText={words.approving}
              onClick={() => void decide(approve, words.approved(nameOf(askedBy)))}
            >
              {words.approve}
            </Button>
          )}
          <Button
            variant="secondary"
            aria-label={words.stopOf(what)}
            disabled={busy}
            busy={stop.busy}
            busyText={words.stopping}
            onClick={() => void decide(stop, words.stopped)}
          >
            {words.stop}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** What the person who asked has to know. */
function Own({ approval }: Pick<ApprovalCardProps, 'approval'>) {
  if (approval.state === 'refused') return null;
  if (approval.state === 'waiting') return <Notice tone="info" title={words.own.waiting} />;
  return (
    <Notice
      tone="good"
      title={words.own.approved}
      action={<LinkButton to={pathOfAction(approval)} text={words.ways[approval.action.kind]} />}
    />
  );
}

function Facts({ approval }: Pick<ApprovalCardProps, 'approval'>) {
  const { facts } = words;
  const { askedBy, askedAt, state, decidedBy, endsAt } = approval;
  const person = ({ name, email }: ApprovalView['askedBy']) => (name ? `${name}, ${email}` : email);
  const until = state === 'refused' ? facts.refusedUntil : state === 'approved' ? facts.doUntil : facts.until;
  return (
    <DescriptionList
      items={[
        ...factsOf(approval),
        { term: facts.askedBy, value: person(askedBy) },
        { term: facts.askedAt, value: <Moment at={askedAt} /> },
        ...(decidedBy ? [{ term: state === 'refused' ? facts.refusedBy : facts.approvedBy, value: person(decidedBy) }] : []),
        { term: until, value: <Moment at={endsAt} /> },
      ]}
    />
  );
}
