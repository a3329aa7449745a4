/** How somebody is reached. */
export interface BuyerContact {
  readonly email: string;
  readonly phoneno: string;
}

const HIDDEN = '•••';

/** 'a•••@e•••': enough to recognise one's own address, too little to write to a stranger's. */
function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return `${[...name][0] ?? ''}${HIDDEN}@${[...host][0] ?? ''}${HIDDEN}`;
}

/** For whoever merely holds the link of a ticket, which is passed on: the address by its first letters, the number by its last two digits. */
export function maskedContact({ email, phoneno }: BuyerContact): BuyerContact {
  const digits = phoneno.replace(/[^0-9]/g, '');
  return { email: maskedEmail(email), phoneno: digits === '' ? '' : `${HIDDEN}${digits.slice(-2)}` };
}
