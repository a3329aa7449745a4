import type { Visit } from '@concert/test-kit/browser';

/** Gives a visitor a device with a fingerprint reader that always knows its owner (WebAuthn domain of the DevTools protocol). */
export async function plugInPasskeyDevice({ context, page }: Visit): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
