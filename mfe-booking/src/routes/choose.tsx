import { useSearchParams } from 'react-router-dom';
import { ChoicePage } from '../features/choice-link/choice-page.tsx';

/** What becomes of tickets after a postponement: `ref` is the booking, `ref2` the secret of the choice link, which opens it without signing in, `ref3` that of the mail that asks to confirm. */
export function Choose() {
  const [query] = useSearchParams();
  return <ChoicePage reference={query.get('ref') ?? ''} secret={query.get('ref2') ?? ''} confirm={query.get('ref3') ?? ''} />;
}
