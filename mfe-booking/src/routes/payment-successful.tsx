import { PaymentReturn } from '../features/payment-return/payment-return.tsx';

/** Where the payment page sends a buyer whose payment it says succeeded. */
export function PaymentSuccessful() {
  return <PaymentReturn action="success" />;
}
