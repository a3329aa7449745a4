import { readFileSync } from 'node:fs';
import type { Secrets } from '../../system/secrets.ts';

/*
 * `docker compose run --rm ops …`: the commands of `npm run ops` for the containers of docker-compose.yml, run on the network of their servers
 * with what the job `secrets` made. A BACKUP_KEY in the environment is used in place of the one that was made.
 */

const file = `${process.env.SECRETS_FOLDER ?? '/secrets'}/made/secrets.json`;
const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
process.env['IN_CONTAINERS'] = 'true';
process.env.SECRETS_FILE = file;
process.env.MONGO_URL = `mongodb://root:${secrets.mongoRoot}@mongo:27017/?directConnection=true`;
process.env.RABBITMQ_URL = `amqp://concert:${secrets.rabbitAdministrator}@rabbitmq:5672`;
process.env.BACKUP_KEY ||= secrets.backupKey;
await import('../ops.ts');
