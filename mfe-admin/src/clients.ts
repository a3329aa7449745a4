import { authRoutes } from '@concert/contracts/auth/http';
import { bookingRoutes } from '@concert/contracts/booking/http';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { cancellationRoutes } from '@concert/contracts/payment/cancellation';
import { proofRoutes } from '@concert/contracts/payment/proof';
import { refundRoutes } from '@concert/contracts/payment/refunds';
import { createClient } from '@concert/web-kit/api-client.ts';

export const authApi = createClient(authRoutes);
export const refundApi = createClient(refundRoutes);
export const proofApi = createClient(proofRoutes);
export const cancellationApi = createClient(cancellationRoutes);
export const notifyApi = createClient(notifyRoutes);
export const bookingApi = createClient(bookingRoutes);
