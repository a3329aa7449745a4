import { Link } from 'react-router-dom';
import { texts } from '../../texts.ts';

const words = texts.reserve.rules;

/** What somebody accepts by what they are about to do. @param before says by what */
export function Rules({ before }: { before: string }) {
  return (
    <p className="quiet small">
      {before} <Link to="/terms">{words.terms}</Link> {words.and} <Link to="/refund-rule">{words.refund}</Link>. {words.see}{' '}
      <Link to="/privacy">{words.privacy}</Link>.
    </p>
  );
}
