import { Complimentary } from '../features/complimentary/complimentary.tsx';

/** `/hdyc-family`: complimentary entries for family members. */
export default function HdycFamily() {
  return <Complimentary group="h" />;
}
