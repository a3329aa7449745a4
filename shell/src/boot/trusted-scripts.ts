/** The part of the Trusted Types interface that is used here; TypeScript's DOM library does not carry it yet. */
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

/** Where the page's policy demands Trusted Types, scripts may be loaded from this site only. Must run before the first script is loaded. */
export function trustOwnScripts(): void {
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  if (!factory) return;
  try {
    factory.createPolicy('default', {
      createScriptURL(url) {
        if (new URL(url, window.location.href).origin !== window.location.origin) {
          throw new TypeError('scripts are loaded from this site only');
        }
        return url;
      },
    });
  } catch {
    // The page's policy names other policies than this one; the browser then keeps to those.
  }
}
