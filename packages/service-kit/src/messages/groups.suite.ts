import { describe, expect, it } from '@jest/globals';
import { ofLength, until } from '@concert/test-kit/until';
import { thingMade } from '../../test/probe-service.ts';
import type { RunningProbe } from '../../test/running-probe.harness.ts';
import { RABBIT } from './internal/rabbit.ts';

/** What is handled in groups, and what becomes of the others when one of a group fails. */
export function handlesGroups(probe: RunningProbe): void {
  const { names } = probe;
  describe('messages that are handled in groups', () => {
    const greetings = names.queue('svc-notify', 'greet');
    /** Tells facts about which only the greeting is asked; the first is handled alone, and the others meet while it is. */
    const tellAll = (all: readonly string[]) => Promise.all(all.map((name) => probe.tell(thingMade(name), { to: greetings.main })));

    it('committed and not acknowledged when the line to the broker breaks come again and change nothing', async () => {
      const all = Array.from({ length: 30 }, (_, index) => `unacknowledged ${index}`);
      const committed = new Set<string>();
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      probe.steering.greeted = (name) => {
        committed.add(name);
        return gate;
      };
      await tellAll(all);
      await until('all are committed', () => all.filter((name) => committed.has(name)), ofLength(all.length), { withinMs: 20_000 });
      const comeAgain = new Set<string>();
      probe.steering.greeted = (name) => void comeAgain.add(name);
      probe.service.app.get(RABBIT).reconnect();
      try {
        await until('all have come again', () => all.filter((name) => comeAgain.has(name)), ofLength(all.length), { withinMs: 20_000 });
      } finally {
        open();
      }
      for (const name of all) expect(await probe.effects(name, 'greetings')).toBe(1);
      probe.steering.greeted = () => undefined;
    });
  });
}
