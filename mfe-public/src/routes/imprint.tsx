import text from '../../content/imprint.md';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { Organiser } from '../features/notices/organiser.tsx';
import { texts } from '../texts.ts';

/** `/imprint`: who is responsible for the concert and the site. */
export default function Imprint() {
  return <NoticePage lede={texts.notices.imprint} text={text} above={<Organiser />} />;
}
