import { ComingSoon } from '../features/organising/coming-soon.tsx';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';
import { texts } from '../texts.ts';

/** `/v-i-p-tickets`: complimentary entries for VIP guests. */
export default function VipTickets() {
  const { purpose, lede, comes, meanwhile } = texts.vip;
  return (
    <OrganiserPage needs="organiser" purpose={purpose} lede={lede}>
      <ComingSoon things={comes} meanwhile={meanwhile} lobes={9} />
    </OrganiserPage>
  );
}
