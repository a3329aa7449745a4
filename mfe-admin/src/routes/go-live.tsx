import { GoLiveScreen } from '../features/go-live/go-live-screen.tsx';
import { texts } from '../features/go-live/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/go-live`: what has to be right before the sale opens, and its opening. */
export default function GoLive() {
  return (
    <OrganiserPage needs="admin" purpose={texts.purpose} lede={texts.lede}>
      <GoLiveScreen />
    </OrganiserPage>
  );
}
