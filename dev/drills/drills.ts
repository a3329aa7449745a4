import { broker } from './broker.ts';
import { database } from './database.ts';
import { doors } from './doors.ts';
import { kills } from './kills.ts';
import { mail } from './mail.ts';
import { provider } from './provider.ts';
import type { Drill } from './run-drill.ts';

/** All drills, by name. */
export const DRILLS: Readonly<Record<string, Drill>> = { broker, database, provider, mail, doors, kills };
