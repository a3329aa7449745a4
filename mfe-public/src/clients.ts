import { lazyClient } from '@concert/web-kit/lazy-client.ts';

/* Lazy, because most visitors of a page with a form only read it. */
export const authApi = lazyClient(async () => (await import('@concert/contracts/auth/http')).authRoutes);
export const notifyApi = lazyClient(async () => (await import('@concert/contracts/notify/http')).notifyRoutes);
