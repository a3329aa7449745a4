import text from '../../content/refund-rule.md';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { texts } from '../texts.ts';

/** `/refund-rule`: when money comes back. */
export default function RefundRule() {
  return <NoticePage lede={texts.notices.refundRule} text={text} />;
}
