import { UsernameField } from '@concert/design-system/username-field.tsx';
import { authApi } from '../../clients.ts';
import { useReading } from '../../use-reading.ts';

/** Whose password is typed or chosen with the link of a mail, for password managers; nothing where that cannot be read. */
export function UsernameOfLink({ token }: { readonly token: string }) {
  const { value } = useReading((signal) => authApi.call.showHandoff({ body: { token } }, { signal }));
  return value ? <UsernameField email={value.email} /> : null;
}
