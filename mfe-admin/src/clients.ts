import { bookingRoutes } from '@concert/contracts/booking/http';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { createClient } from '@concert/web-kit/api-client.ts';

export const refundApi = createClient(refundRoutes);
export const bookingApi = createClient(bookingRoutes);
