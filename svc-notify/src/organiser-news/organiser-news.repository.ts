import { token } from '@concert/service-kit/process/provide';
import type { ClientSession } from '@concert/service-kit/store/mongo';
import type { OrganiserNews } from './organiser-news.ts';

export const ORGANISER_NEWS = token<OrganiserNewsRepository>('OrganiserNewsRepository');

/** Stores what organisers are told of. */
export interface OrganiserNewsRepository {
  /** Stores it unless it is known. */
  add(news: OrganiserNews, transaction?: ClientSession): Promise<void>;
  byId(id: string): Promise<OrganiserNews | undefined>;
  untold(): Promise<OrganiserNews[]>;
  /** @returns whether nobody had marked it before */
  markTold(id: string, transaction: ClientSession): Promise<boolean>;
}
