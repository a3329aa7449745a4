import { Cockpit } from '../features/cancellation/cockpit.tsx';
import { texts } from '../features/cancellation/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/cancel-concert`: cancels the concert and sends all money back. */
export default function CancelConcert() {
  return (
    <OrganiserPage needs="organiser" purpose={texts.purpose} lede={texts.lede}>
      <Cockpit />
    </OrganiserPage>
  );
}
