import { token } from '@concert/service-kit/provide';
import type { Flow } from './flow.ts';

export const FLOWS = token<FlowsRepository>('FlowsRepository');

/** Where sign-ins by way of Google wait for the browser to come back. */
export interface FlowsRepository {
  add(flow: Flow): Promise<void>;
  /** Takes a flow away, if this is its browser: it cannot be finished twice. */
  take(id: string, browserHash: string): Promise<Flow | undefined>;
}
