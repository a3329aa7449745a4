import { UNKNOWN_ADDRESS } from '@concert/contracts/core/identity';
import { currentContext } from '@concert/service-kit/process/context';
import { deviceOf, type Devices } from './devices.ts';

/** The device that the browser of the request at hand names, and where it came from. */
export const contextDevices: Devices = {
  current: () => deviceOf(currentContext()?.userAgent),
  source: () => {
    const address = currentContext()?.clientAddress;
    return address === UNKNOWN_ADDRESS ? undefined : address;
  },
};
