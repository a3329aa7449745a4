import { token } from '@concert/service-kit/process/provide';
import type { Flow } from './flow.ts';

export const FLOWS = token<FlowsRepository>('FlowsRepository');

/** Google sign-ins that wait for the browser to come back. */
export interface FlowsRepository {
  add(flow: Flow): Promise<void>;
  /** Removes a flow, if this browser began it, so that it cannot be finished twice. */
  take(id: string, browserHash: string): Promise<Flow | undefined>;
}
