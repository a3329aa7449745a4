import text from '../../content/terms.md';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { texts } from '../texts.ts';

/** `/terms`: what is agreed when a seat is bought. */
export default function Terms() {
  return <NoticePage lede={texts.notices.terms} text={text} />;
}
