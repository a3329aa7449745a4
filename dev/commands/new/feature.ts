import { type Draft, withElement, withImport } from './draft.ts';
import { kebabName, oneOf, type Names } from './names.ts';

const SERVICES = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'] as const;

/** Drafts a feature of a service: its record, its repository, one use case, and the module that wires them. */
export function draftFeature(draft: Draft, [room, name]: readonly string[]): void {
  const service = oneOf('service', SERVICES, room);
  const names = kebabName('feature', name);
  const folder = `${service}/src/${names.kebab}`;
  draft.create(`${folder}/${names.kebab}.ts`, thing(names));
  draft.create(`${folder}/${names.kebab}.repository.ts`, port(names));
  draft.create(`${folder}/${names.kebab}.schema.ts`, schema(names));
  draft.create(`${folder}/mongo-${names.kebab}.repository.ts`, adapter(names));
  draft.create(`${folder}/save-${names.kebab}.ts`, useCase(names));
  draft.create(`${folder}/save-${names.kebab}.unit.spec.ts`, useCaseSpec(names));
  draft.create(`${folder}/${names.kebab}.int.spec.ts`, adapterSpec(names));
  draft.create(`${folder}/${names.kebab}.module.ts`, wiring(names));
  registerModule(draft, service, names);
  draft.edit(
    `${service}/src/indexes.ts`,
    withImport(`import { ${names.camel}Collection } from './${names.kebab}/${names.kebab}.schema.ts';`),
    withElement(/Collections = \[/, `${names.camel}Collection`, `list of collections in ${service}/src/indexes.ts`),
  );
}

/** Imports the module of a feature into its service. */
export function registerModule(draft: Draft, service: string, { kebab, pascal }: Names): void {
  draft.edit(
    `${service}/src/app.module.ts`,
    withImport(`import { ${pascal}Module } from './${kebab}/${kebab}.module.ts';`),
    withElement(/\bmodules: \[/, `${pascal}Module`, `list of modules in ${service}/src/app.module.ts`),
  );
}

const thing = ({ pascal, words }: Names) => `/** What is kept of a ${words}. */
export interface ${pascal} {
  readonly id: string;
  readonly changedAt: Date;
}
`;

const port = ({ kebab, camel, pascal, upper, words }: Names) => `import { token } from '@concert/service-kit/provide';
import type { ${pascal} } from './${kebab}.ts';

export const ${upper} = token<${pascal}Repository>('${pascal}Repository');

/** Where each ${words} is kept. */
export interface ${pascal}Repository {
  byId(id: string): Promise<${pascal} | undefined>;
  /** Keeps it in place of the one with its id. */
  save(${camel}: ${pascal}): Promise<void>;
}
`;

const schema = ({ kebab, camel, pascal, words }: Names) => `import { defineCollection } from '@concert/service-kit/collection';
import type { ${pascal} } from './${kebab}.ts';

export interface ${pascal}Document extends Omit<${pascal}, 'id'> {
  _id: string;
}

export const ${camel}Collection = defineCollection<${pascal}Document>({
  name: '${kebab}',
  stores: 'A ${words}',
  kept: 'for ever',
  fields: {
    _id: { type: String, required: true },
    changedAt: { type: Date, required: true },
  },
  indexes: [],
});
`;

const adapter = ({ kebab, camel, pascal }: Names) => `import type { Connection } from '@concert/service-kit/mongo';
import type { ${pascal}Repository } from './${kebab}.repository.ts';
import { ${camel}Collection, type ${pascal}Document } from './${kebab}.schema.ts';
import type { ${pascal} } from './${kebab}.ts';

export class Mongo${pascal}Repository implements ${pascal}Repository {
  constructor(private readonly connection: Connection) {}

  async byId(id: string): Promise<${pascal} | undefined> {
    const found = await ${camel}Collection.on(this.connection).findById(id).lean<${pascal}Document>();
    if (!found) return undefined;
    const { _id, ...rest } = found;
    return { id: _id, ...rest };
  }

  async save({ id, ...rest }: ${pascal}): Promise<void> {
    await ${camel}Collection.on(this.connection).replaceOne({ _id: id }, { _id: id, ...rest }, { upsert: true });
  }
}
`;

const useCase = ({ kebab, camel, pascal, words }: Names) => `import type { Clock } from '@concert/service-kit/clock';
import type { ${pascal}Repository } from './${kebab}.repository.ts';
import type { ${pascal} } from './${kebab}.ts';

/** Keeps a ${words}. */
export class Save${pascal} {
  constructor(
    private readonly repository: ${pascal}Repository,
    private readonly clock: Clock,
  ) {}

  /** @returns what is kept from now on */
  async run(id: string): Promise<${pascal}> {
    const ${camel} = { id, changedAt: this.clock.now() };
    await this.repository.save(${camel});
    return ${camel};
  }
}
`;

const useCaseSpec = ({ kebab, camel, pascal, words }: Names) => `import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@concert/test-kit/clock';
import type { ${pascal}Repository } from './${kebab}.repository.ts';
import type { ${pascal} } from './${kebab}.ts';
import { Save${pascal} } from './save-${kebab}.ts';

class Kept implements ${pascal}Repository {
  readonly all = new Map<string, ${pascal}>();

  byId(id: string): Promise<${pascal} | undefined> {
    return Promise.resolve(this.all.get(id));
  }

  save(${camel}: ${pascal}): Promise<void> {
    this.all.set(${camel}.id, ${camel});
    return Promise.resolve();
  }
}

describe('a ${words}', () => {
  it('is kept with the time it changed', async () => {
    const kept = new Kept();
    const clock = new FakeClock();
    const saved = await new Save${pascal}(kept, clock).run('first');
    expect(saved).toEqual({ id: 'first', changedAt: clock.now() });
    expect(await kept.byId('first')).toEqual(saved);
  });
});
`;

const adapterSpec = ({ kebab, camel, pascal, words }: Names) => `import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestRoom } from '@concert/test-kit/servers';
import mongoose, { type Connection } from 'mongoose';
import { Mongo${pascal}Repository } from './mongo-${kebab}.repository.ts';

const room = openTestRoom();
let database: Connection;

beforeAll(async () => {
  database = await mongoose.createConnection(room.mongoUrl).asPromise();
});

afterAll(async () => {
  await database.close();
  await room.close();
});

describe('a stored ${words}', () => {
  it('is found by its id, as it was saved last', async () => {
    const repository = new Mongo${pascal}Repository(database);
    expect(await repository.byId('first')).toBeUndefined();
    await repository.save({ id: 'first', changedAt: new Date('2026-01-01T00:00:00.000Z') });
    const ${camel} = { id: 'first', changedAt: new Date('2026-01-02T00:00:00.000Z') };
    await repository.save(${camel});
    expect(await repository.byId('first')).toEqual(${camel});
  });
});
`;

const wiring = ({ kebab, pascal, upper }: Names) => `import { CLOCK } from '@concert/service-kit/clock';
import { MONGO } from '@concert/service-kit/mongo';
import { provide, provideAs } from '@concert/service-kit/provide';
import { Module } from '@nestjs/common';
import { ${upper} } from './${kebab}.repository.ts';
import { Mongo${pascal}Repository } from './mongo-${kebab}.repository.ts';
import { Save${pascal} } from './save-${kebab}.ts';

@Module({
  providers: [provideAs(${upper}, Mongo${pascal}Repository, MONGO), provide(Save${pascal}, ${upper}, CLOCK)],
})
export class ${pascal}Module {}
`;
