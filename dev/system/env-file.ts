import { existsSync } from 'node:fs';
import path from 'node:path';

/** Takes the settings of a folder's file .env into the environment, as Compose does; what is set there already stays. */
export function takeEnvFile(folder: string): void {
  const file = path.join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
