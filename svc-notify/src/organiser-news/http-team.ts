import { authRoutes } from '@concert/contracts/auth/http';
import type { InternalClient } from '@concert/service-kit/http/internal-client';
import type { Organiser, Team } from './team.ts';

/** Asks svc-auth: addresses are kept only there. */
export class HttpTeam implements Team {
  constructor(private readonly auth: InternalClient) {}

  async organisers(): Promise<readonly Organiser[]> {
    return (await this.auth.call(authRoutes.listOrganisers, {})).organisers;
  }
}
