import { DoorScreen } from '../features/door/door-screen.tsx';
import { texts } from '../features/door/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/door`: letting people in. */
export default function Door() {
  const { purpose, lede } = texts;
  return (
    <OrganiserPage needs="door" purpose={purpose} lede={lede}>
      <DoorScreen />
    </OrganiserPage>
  );
}
