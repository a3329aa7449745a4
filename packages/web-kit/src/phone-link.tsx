import { dialledDigits } from '@concert/contracts/core/phone';

/** A phone number that can be pressed. What cannot be dialled, as one that is to be announced, is shown as text. */
export function PhoneLink({ number, className }: { readonly number: string; readonly className?: string }) {
  const digits = dialledDigits(number);
  return digits === '' ? (
    number
  ) : (
    <a href={`tel:${digits}`} className={className}>
      {number}
    </a>
  );
}
