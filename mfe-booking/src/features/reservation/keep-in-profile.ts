import { userRoutes } from '@concert/contracts/auth/users';
import { callRoute } from '@concert/web-kit/api-client.ts';
import type { PayableBooking } from '../payment-page/payment-page.ts';

/** Keeps name and phone number of a booking in its buyer's profile where it has none. If that fails, the next purchase tries again. */
export async function keepInProfile({ firstname, phoneno }: PayableBooking): Promise<void> {
  const profile = await callRoute(userRoutes.showProfile, {});
  if (!profile.ok || (profile.value.name && profile.value.phone)) return;
  const { name, phone, address, note, skills, availability } = profile.value;
  const body = { name: name || firstname, phone: phone || phoneno, address, note, skills, availability };
  await callRoute(userRoutes.saveProfile, { body });
}
