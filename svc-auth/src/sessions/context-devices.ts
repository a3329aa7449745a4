import { currentContext } from '@concert/service-kit/context';
import { deviceOf, type Devices } from './devices.ts';

/** The device that the browser of the request at hand names. */
export const contextDevices: Devices = { current: () => deviceOf(currentContext()?.userAgent) };
