import type { Migration } from '@concert/service-kit/migrations';
import { searchWordsOfUsers } from './0001-search-words.ts';

/** Every step of svc-auth's database, oldest first. */
export const authMigrations: readonly Migration[] = [searchWordsOfUsers];
