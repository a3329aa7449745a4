import { TO_BE_ANNOUNCED } from '@concert/contracts/booking/to-be-announced';
import { INVENTED, type Concert } from './concert.ts';

/**
 * A concert that no admin has changed yet since real money is taken. It is a draft, whatever the first start or a rehearsal with test keys left
 * open, and of what we made up nothing is told.
 * @param own where the site is, and where its organisers can be written to
 */
export function unsaidBesideLive(concert: Concert, own: { readonly siteUrl: string; readonly contactEmail: string }): Concert {
  const { name, address } = concert.venue;
  return {
    ...concert,
    sale: { ...concert.sale, opensAt: null },
    venue: {
      name: name === INVENTED.venue.name ? TO_BE_ANNOUNCED : name,
      address: address === INVENTED.venue.address ? TO_BE_ANNOUNCED : address,
    },
    supportEmail: concert.supportEmail === INVENTED.supportEmail ? own.contactEmail : concert.supportEmail,
    supportPhone: concert.supportPhone === INVENTED.supportPhone ? TO_BE_ANNOUNCED : concert.supportPhone,
    siteUrl: concert.siteUrl === INVENTED.siteUrl ? own.siteUrl : concert.siteUrl,
    organiser: concert.organiser === INVENTED.organiser ? TO_BE_ANNOUNCED : concert.organiser,
    organiserAddress: concert.organiserAddress === INVENTED.organiserAddress ? TO_BE_ANNOUNCED : concert.organiserAddress,
  };
}
