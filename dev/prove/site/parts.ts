import { SERVICES, type ServiceName } from '@concert/machine-kit/rooms';

/** What a system is made of, without its pages. */
export type Part = 'gateway' | ServiceName;
export const PARTS: readonly Part[] = ['gateway', ...SERVICES];
