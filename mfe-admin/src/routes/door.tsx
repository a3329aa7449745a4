import { DoorScreen } from '../features/door/door-screen.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/door`: letting people in. */
export default function Door() {
  const { purpose, lede } = texts.door;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <DoorScreen />
    </OrganiserPage>
  );
}
