import { authRoutes } from '@concert/contracts/auth/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';

/** Everybody who organises the concert now. Asks svc-auth: addresses are kept only there. */
export class HttpTeam {
  constructor(private readonly auth: InternalClient) {}

  async organisers() {
    return (await this.auth.call(authRoutes.listOrganisers, {})).organisers;
  }
}
