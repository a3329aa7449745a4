/* Loaded into a process of the system before its own program: from one SIGUSR2 to the next it notes where its time goes. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { PROFILE_FOLDER, PROFILE_NAME } = process.env;
if (isMainThread && PROFILE_FOLDER && PROFILE_NAME) {
  const session = new Session();
  let noting = false;
  const toggle = async (): Promise<void> => {
    noting = !noting;
    if (noting) {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
      return;
    }
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(path.join(PROFILE_FOLDER, `${PROFILE_NAME}-${process.pid}.cpuprofile`), JSON.stringify(profile));
  };
  process.on('SIGUSR2', () => void toggle());
}
