import { token } from '@concert/service-kit/process/provide';

export const TEAM = token<Team>('Team');

/** An organiser or admin. */
export interface Organiser {
  readonly id: string;
  readonly email: string;
}

/** Everybody who organises the concert now. */
export interface Team {
  organisers(): Promise<readonly Organiser[]>;
}
