import { PaymentReturn } from '../features/payment-return/payment-return.tsx';

/** Where the payment page sends a buyer whose payment failed. */
export function PaymentFailed() {
  return <PaymentReturn action="failed" />;
}
