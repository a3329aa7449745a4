import { reportAndExit } from './failure.ts';
import { DATA } from './start.ts';
import { migrateDatabases } from './system.ts';

const said = await migrateDatabases({ dataFolder: DATA }).catch(reportAndExit);
console.log(`\n${said.join('\n')}`);
process.exit(0);
