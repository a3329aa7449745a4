export { stopServers as default } from './servers-of-a-run.ts';
