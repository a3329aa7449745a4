import { PaymentReturn } from '../features/payment-return/payment-return.tsx';

/** Where the payment page sends a buyer whose payment was called off. */
export function PaymentCancelled() {
  return <PaymentReturn action="cancelled" />;
}
