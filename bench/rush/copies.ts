import type { Fleet, FleetPart } from '../../dev/system/fleet/fleet.ts';
import type { SystemUnderTest } from '../system-under-test.ts';
import { compareWindows } from './report.ts';
import type { NamedProcess } from '../meters.ts';
import { BUYERS, MeasurementWindows, WARM_ORDERS } from './measurement-windows.ts';

/** What there can be two of on one machine. */
export const COPIED_PARTS: readonly FleetPart[] = ['svc-booking', 'svc-payment', 'svc-notify'];

/** Two copies of each against one: the second copies are ended between the two windows. */
export async function measureCopies(fleet: Fleet, underTest: SystemUnderTest, seconds: number): Promise<void> {
  const second = fleet.copies
    .filter((copy) => copy.pid() !== fleet.system.part(copy.part).pid)
    .map(({ part, pid }): NamedProcess => ({ name: `${part} (second)`, pid: pid()! }));
  const both = new MeasurementWindows(underTest, seconds, second);
  await both.buyUnmeasured(WARM_ORDERS);
  const two = await both
    .measure(`${BUYERS} buyers at once, two copies of ${COPIED_PARTS.join(', ')}`, () => both.generator.begin(BUYERS))
    .finally(() => both.close());
  for (const { pid } of second) process.kill(pid, 'SIGTERM');
  const first = new MeasurementWindows(underTest, seconds);
  const one = await first
    .measure(`${BUYERS} buyers at once, one copy of each`, () => first.generator.begin(BUYERS))
    .finally(() => first.close());
  compareWindows({ name: 'two', turns: [two] }, { name: 'one', turns: [one] });
}
