import { DeskScreen } from '../features/desk/desk-screen.tsx';
import { texts } from '../features/desk/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/desk`: mails that did not arrive, and messages of visitors. */
export default function Desk() {
  const { purpose, lede } = texts;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <DeskScreen />
    </OrganiserPage>
  );
}
