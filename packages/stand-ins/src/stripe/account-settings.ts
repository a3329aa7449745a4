import { z } from 'zod';
import { invalid, noSuch } from './errors.ts';
import { newId } from './objects.ts';
import { page } from './pages.ts';
import { flag, read, webAddress } from './parameters.ts';
import { ACCOUNT_ID } from './request-checks.ts';
import type { AddRoute, Surroundings } from './requests.ts';
import type { WebhookEndpointRow } from './store.ts';

const parameters = z.strictObject({
  url: webAddress,
  enabled_events: z.array(z.string().regex(/^(?:\*|[a-z_0-9]+(?:\.[a-z_0-9]+)+)$/, 'Invalid enabled_events')).min(1),
});
const changes = parameters.partial().extend({ disabled: flag.optional() });

/** Adds what is asked before a site sells: whose account a key is of, and the addresses told of events, which are only kept. */
export function addAccountSettings(add: AddRoute, { store, faults, now }: Surroundings): void {
  add('GET', '/v1/account', () => ({
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: { name: 'Stand-in Concerts' },
    country: 'US',
    charges_enabled: !faults.chargesOff,
    default_currency: 'usd',
  }));
  add('GET', '/v1/webhook_endpoints', ({ fields }) => page({ url: '/v1/webhook_endpoints', rows: store.list('endpoints') }, fields));
  add('POST', '/v1/webhook_endpoints', ({ fields }) => {
    const asked = read(parameters, fields);
    if (store.list('endpoints').length >= faults.mostEndpoints)
      throw invalid(`You have reached the maximum of ${faults.mostEndpoints} webhook endpoints in this mode.`);
    const endpoint: WebhookEndpointRow = {
      ...asked,
      id: newId('we_1'),
      object: 'webhook_endpoint',
      created: Math.floor(now() / 1000),
      status: 'enabled',
    };
    store.put('endpoints', endpoint);
    return { ...endpoint, secret: newId('whsec_') };
  });
  const found = (id = ''): WebhookEndpointRow => {
    const endpoint = store.get('endpoints', id);
    if (!endpoint) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
    return endpoint;
  };
  add('POST', '/v1/webhook_endpoints/:id', ({ params, fields }) => {
    const { disabled, url, enabled_events: events } = read(changes, fields);
    const before = found(params['id']);
    const changed: WebhookEndpointRow = {
      ...before,
      url: url ?? before.url,
      enabled_events: events ?? before.enabled_events,
      status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
    };
    store.put('endpoints', changed);
    return changed;
  });
  add('DELETE', '/v1/webhook_endpoints/:id', ({ params }) => {
    const { id } = found(params['id']);
    store.remove('endpoints', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  });
}
