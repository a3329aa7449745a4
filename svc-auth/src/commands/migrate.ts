import { runMigrateCommand } from '@concert/service-kit/migrations';
import { authCollections, authIndexes } from '../indexes.ts';

// Its database begins with its collections and indexes alone.
await runMigrateCommand('svc-auth', { collections: authCollections, indexes: authIndexes });
