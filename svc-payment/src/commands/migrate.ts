import { runMigrateCommand } from '@concert/service-kit/migrations';
import { paymentCollections, paymentIndexes } from '../indexes.ts';

// Its database begins with its collections and indexes alone.
await runMigrateCommand('svc-payment', { collections: paymentCollections, indexes: paymentIndexes });
