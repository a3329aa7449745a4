import { playLives, type Guard } from './money-life.harness.ts';

/* A program for `npm run prove money`: plays the lives of a range of seeds, without a guard where one is named, and says what was wrong. */

const TELL_EVERY = 100;

const [from = '1', count = '1000', without] = process.argv.slice(2);
for (let done = 0; done < Number(count); done += TELL_EVERY) {
  const some = Math.min(TELL_EVERY, Number(count) - done);
  const { faults, met } = await playLives(Number(from) + done, some, without as Guard | undefined);
  process.stdout.write(`${JSON.stringify({ done: some, faults, figures: Object.fromEntries(met) })}\n`);
}
