import { useSearchParams } from 'react-router-dom';
import { RefundPage } from '../features/refund-link/refund-page.tsx';

/** The state of a refund: `ref` is the booking, `ref2` the secret of the mail's link, which opens it without signing in. */
export function Refund() {
  const [query] = useSearchParams();
  return <RefundPage reference={query.get('ref') ?? ''} secret={query.get('ref2') ?? ''} />;
}
