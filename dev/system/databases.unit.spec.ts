import { expect, it } from '@jest/globals';
import { withDatabases } from './databases.ts';

it('writes nothing beside the program where the databases have an address: a container is read-only', async () => {
  const env = { MONGO_URL: 'mongodb://root:word@mongo:27017/?directConnection=true' };
  const url = await withDatabases({ dataFolder: '/proc/nothing-can-be-made-here', env }, (mongoUrl) =>
    Promise.resolve(mongoUrl('svc-auth')),
  );
  expect(url).toContain('@mongo:27017/auth');
});
