import { PaymentReturn } from '../features/payment-return/payment-return.tsx';

/** Where the payment page sends a buyer who cancelled the payment. */
export function PaymentCancelled() {
  return <PaymentReturn action="cancelled" />;
}
