import { Cockpit } from '../features/cancellation/cockpit.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/cancel-concert`: calls the evening off and sends all money back. */
export default function CancelConcert() {
  const { purpose, lede } = texts.cancellation;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <Cockpit />
    </OrganiserPage>
  );
}
