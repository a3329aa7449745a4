import { authRoutes } from '@concert/contracts/auth/http';
import { createClient } from '@concert/web-kit/api-client.ts';

export const authApi = createClient(authRoutes);
