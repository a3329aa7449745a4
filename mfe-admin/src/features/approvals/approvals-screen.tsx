import { authRoutes } from '@concert/contracts/auth/http';
import { Read } from '@concert/design-system/read.tsx';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { EmptyList } from '../paged-list/empty-list.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { texts as words } from './texts.ts';

/** How often the list is read again: what others ask for or decide arrives by itself. */
const LOOK_MS = 5_000;

/** What was asked for and is not done, newest first. */
export function ApprovalsScreen() {
  const listed = useRoute(authRoutes.listApprovals, {}, { follow: { while: () => true, firstMs: LOOK_MS } });
  return (
    <Read reading={listed} words={words} shape="card" count={2}>
      {({ approvals, mode }) => (
        <div className="stack-24">
          <p>{words.rules[mode]}</p>
          {approvals.length === 0 && mode !== 'off' && <EmptyList title={words.none} text={words.noneText} />}
          {approvals.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} onDecided={listed.again} />
          ))}
        </div>
      )}
    </Read>
  );
}
