import { Complimentary } from '../features/complimentary/complimentary.tsx';

/** `/friends-and-family`: complimentary entries for friends and family. */
export default function FriendsAndFamily() {
  return <Complimentary group="f" />;
}
