import { reportAndExit } from '../system/report-and-exit.ts';
import { DATA_FOLDER } from './start.ts';
import { migrateDatabases } from '../system/databases.ts';

const said = await migrateDatabases({ dataFolder: DATA_FOLDER }).catch(reportAndExit);
console.log(`\n${said.join('\n')}`);
process.exit(0);
