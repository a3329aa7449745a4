import text from '../../content/privacy.md';
import { KeptData } from '../features/notices/kept-data.tsx';
import { NoticePage } from '../features/notices/notice-page.tsx';
import { texts } from '../texts.ts';

/** `/privacy`: which personal data is kept, why and how long. */
export default function Privacy() {
  return (
    <NoticePage lede={texts.notices.privacy} text={text}>
      <KeptData />
    </NoticePage>
  );
}
