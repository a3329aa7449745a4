import { Complimentary } from '../features/complimentary/complimentary.tsx';

/** `/v-i-p-tickets`: complimentary entries for VIP guests. */
export default function VipTickets() {
  return <Complimentary group="v" />;
}
