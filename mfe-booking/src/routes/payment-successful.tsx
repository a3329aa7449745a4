import { PaymentReturn } from '../features/payment-return/payment-return.tsx';

/** Where the payment page sends a buyer whose payment succeeded, as it says. */
export function PaymentSuccessful() {
  return <PaymentReturn action="success" />;
}
