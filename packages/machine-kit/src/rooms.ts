import path from 'node:path';

/** The checkout's own folder; every path of the development tools starts here. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A room compiled file by file for Node. */
export interface ServerRoom {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A room bundled for the browser by its own `build` script. */
export interface WebRoom {
  readonly name: string;
  /** Folders whose change makes a new bundle necessary. */
  readonly inputs: readonly string[];
}

export const SERVICES = ['svc-auth', 'svc-booking', 'svc-payment', 'svc-notify'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Something for each service. */
export function perService<T>(make: (name: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(SERVICES.map((name) => [name, make(name)])) as Record<ServiceName, T>;
}

export const SERVER_ROOMS: readonly ServerRoom[] = [
  { name: 'contracts', from: 'contracts', to: 'contracts/dist' },
  { name: 'service-kit', from: 'packages/service-kit/src', to: 'packages/service-kit/dist' },
  ...['gateway', ...SERVICES].map((name) => ({ name, from: `${name}/src`, to: `${name}/dist` })),
];

const WEB_INPUTS = ['contracts', 'packages/web-kit', 'packages/design-system', 'dev/web-build'];

export const WEB_ROOMS: readonly WebRoom[] = ['shell', 'mfe-public', 'mfe-booking', 'mfe-admin'].map((name) => ({
  name,
  inputs: [name, ...WEB_INPUTS],
}));

/** The names a person may give to `npm run build`. */
export const ROOM_NAMES: readonly string[] = [...SERVER_ROOMS, ...WEB_ROOMS].map((room) => room.name);
