import { bookingRoutes } from '@concert/contracts/booking/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { createClient } from '@concert/web-kit/api-client.ts';

export const bookingApi = createClient(bookingRoutes);
export const paymentApi = createClient(paymentRoutes);
