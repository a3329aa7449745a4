import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';

const words = texts.notices.accepting;

/** What somebody accepts who makes an account. */
export function TermsNotice() {
  return (
    <p className="quiet small">
      {words.before} <Link to="/terms">{words.terms}</Link>. {words.see} <Link to="/privacy">{words.privacy}</Link>.
    </p>
  );
}
