import { DeskScreen } from '../features/desk/desk-screen.tsx';
import { texts } from '../features/desk/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/desk`: mails that did not arrive, and messages of visitors. */
export default function Desk() {
  return (
    <OrganiserPage needs="organiser" purpose={texts.purpose} lede={texts.lede}>
      <DeskScreen />
    </OrganiserPage>
  );
}
