import { runMigrateCommand } from '@concert/service-kit/migrations';
import { notifyCollections, notifyIndexes } from '../indexes.ts';

// Its database begins with its collections and indexes alone.
await runMigrateCommand('svc-notify', { collections: notifyCollections, indexes: notifyIndexes });
