import { TO_BE_ANNOUNCED } from '@concert/contracts/booking/to-be-announced';
import { INVENTED, type Concert } from './concert.ts';

/**
 * A concert that no admin has changed yet since real money is taken. It is a draft, whatever the first start or a rehearsal with test keys left
 * open, and of what we made up nothing is told.
 * @param own where the site is, and where its organisers can be written to
 */
export function unsaidBesideLive(concert: Concert, own: { readonly siteUrl: string; readonly contactEmail: string }): Concert {
  const said = (value: string, invented: string, instead: string = TO_BE_ANNOUNCED) => (value === invented ? instead : value);
  const { venue } = concert;
  return {
    ...concert,
    sale: { ...concert.sale, opensAt: null },
    performer: said(concert.performer, INVENTED.performer, ''),
    venue: { name: said(venue.name, INVENTED.venue.name), address: said(venue.address, INVENTED.venue.address) },
    supportEmail: said(concert.supportEmail, INVENTED.supportEmail, own.contactEmail),
    supportPhone: said(concert.supportPhone, INVENTED.supportPhone),
    siteUrl: said(concert.siteUrl, INVENTED.siteUrl, own.siteUrl),
    organiser: said(concert.organiser, INVENTED.organiser),
    organiserAddress: said(concert.organiserAddress, INVENTED.organiserAddress),
  };
}
