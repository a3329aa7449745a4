import { readFileSync } from 'node:fs';

/*
 * Runs a stand-in of docker-compose.yml, `node deploy/stand-in.ts stripe`, with the settings that the job `installation` laid out for it. They are
 * empty beside an account of one's own: then no stand-in starts. With others it ends, and the engine starts it again.
 */

const LOOK_MS = 2_000;
const [name = ''] = process.argv.slice(2);
const settings = () => readFileSync(`${process.env.SECRETS_FOLDER ?? '/secrets'}/${name}.json`, 'utf8');

const own = settings();
setInterval(() => {
  if (settings() !== own) process.kill(process.pid, 'SIGTERM');
}, LOOK_MS);
if (own === '') {
  process.once('SIGTERM', () => process.exit(0));
  console.log('There is an account of your own: no stand-in starts.');
} else {
  Object.assign(process.env, JSON.parse(own));
  await import(`../packages/stand-ins/src/${name}/main.ts`);
}
