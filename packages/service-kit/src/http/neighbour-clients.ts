import type { IdentitySigner } from '../identity/identity.ts';
import { from, type Derived } from '../process/provide.ts';
import type { ServiceSettings } from '../process/settings.ts';
import { InternalClient } from './internal-client.ts';

/** Where the other services are, by the setting that says it. */
const SERVICE_AT = { AUTH_URL: 'svc-auth', BOOKING_URL: 'svc-booking', PAYMENT_URL: 'svc-payment', NOTIFY_URL: 'svc-notify' } as const;
type Addresses = { readonly [Setting in keyof typeof SERVICE_AT]?: readonly string[] };

/** Makes clients of the other services. */
export class NeighbourClients {
  constructor(
    private readonly settings: ServiceSettings & Addresses,
    private readonly signer: IdentitySigner,
  ) {}

  /** @param timeoutMs how long a call may take; as {@link InternalClient} when left out */
  at(setting: keyof Addresses, timeoutMs?: number): InternalClient {
    return new InternalClient(SERVICE_AT[setting], this.settings[setting]!, this.signer, timeoutMs);
  }
}

/** How a service's providers ask for a neighbour: `neighbour('AUTH_URL')`, for one whose address is among its settings. */
export function neighbourIn<S extends ServiceSettings>() {
  return (setting: keyof S & keyof Addresses, timeoutMs?: number): Derived<InternalClient> =>
    from(NeighbourClients, (clients) => clients.at(setting, timeoutMs));
}
