import { describe, expect, it } from '@jest/globals';
import { moreThan, ofLength, until } from '@concert/test-kit/until';
import { thingMade } from '../../test/probe-service.ts';
import type { RunningProbe } from '../../test/running-probe.harness.ts';
import { failing } from '../../test/steering.ts';
import { listDeadLetters, redriveDeadLetters, showDeadLetter } from './dead-letters.ts';
import { RABBIT } from './internal/rabbit.ts';

/** What is handled in groups, and what becomes of the others when one of a group fails. */
export function handlesGroups(probe: RunningProbe): void {
  const { room, names } = probe;
  describe('messages that are handled in groups', () => {
    const greetings = names.queue('svc-notify', 'greet');
    const greeted = (name: string, times = 1) =>
      until(`${name} was greeted`, () => probe.effects(name, 'greetings'), times, { withinMs: 20_000 });
    /** Tells facts about which only the greeting is asked; the first is handled alone, and the others meet while it is. */
    const tellAll = (all: readonly string[]) => Promise.all(all.map((name) => probe.tell(thingMade(name), { to: greetings.main })));

    it('share transactions, and one that breaks its group is tried again and dies alone', async () => {
      const good = Array.from({ length: 60 }, (_, index) => `greeted ${index}`);
      probe.steering.greet = (names) => void (names.includes('breaks its group') && failing.plainly());
      const told = await tellAll([...good.slice(0, 30), 'breaks its group', ...good.slice(30)]);
      const letters = await until(
        'it is dead',
        async () => (await listDeadLetters(room.rabbitUrl, greetings)).filter(({ messageId }) => told.includes(messageId)),
        moreThan(0),
        { withinMs: 20_000 },
      );
      expect(letters).toMatchObject([{ messageId: told[30], fault: 'handler failed', attempts: 3 }]);
      for (const name of good) await greeted(name);
      expect(await probe.effects('breaks its group', 'greetings')).toBe(0);
      const groups = probe.steering.groups.filter((group) => group.some((name) => good.includes(name)));
      expect(Math.max(...groups.map(({ length }) => length))).toBeGreaterThan(20);
      expect((await showDeadLetter(room.rabbitUrl, greetings, told[30]!))?.content).toContain('breaks its group');
      probe.steering.greet = () => undefined;
      await redriveDeadLetters(room.rabbitUrl, greetings, told[30]);
      await greeted('breaks its group');
    });

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
