import { notifyRoutes } from '@concert/contracts/notify/http';
import { createClient } from '@concert/web-kit/api-client.ts';

export const notifyApi = createClient(notifyRoutes);
