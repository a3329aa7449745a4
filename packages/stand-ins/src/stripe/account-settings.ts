import { invalid, missing, noSuch } from './errors.ts';
import { refuseUnknown, type FormFields } from './form-fields.ts';
import { newId } from './objects.ts';
import { page } from './pages.ts';
import { boolean, metadata, text, urlParameter } from './parameters.ts';
import { ACCOUNT_ID } from './request-checks.ts';
import type { AddRoute, RequestOptions } from './requests.ts';
import type { WebhookEndpointRow } from './store.ts';

const KNOWN = new Set(['url', 'enabled_events', 'description', 'metadata', 'expand', 'disabled']);

/** Adds what is asked before a site sells: whose account a key is of, and the addresses told of events, which are only kept. */
export function addAccountSettings(add: AddRoute, { store, faults, now }: RequestOptions): void {
  add('GET', '/v1/account', () => ({
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: { name: 'Stand-in Concerts' },
    charges_enabled: !faults.chargesOff,
    details_submitted: !faults.chargesOff,
    country: 'US',
    default_currency: 'usd',
  }));
  add('GET', '/v1/webhook_endpoints', ({ fields }) => page({ url: '/v1/webhook_endpoints', rows: store.list('endpoints') }, fields));
  add('POST', '/v1/webhook_endpoints', ({ fields }) => {
    refuseUnknown(fields, KNOWN);
    const url = urlParameter(fields, 'url');
    if (url === null) throw missing('url');
    if (store.list('endpoints').length >= faults.mostEndpoints)
      throw invalid(`You have reached the maximum of ${faults.mostEndpoints} webhook endpoints in this mode.`);
    const endpoint: WebhookEndpointRow = {
      id: newId('we_1'),
      object: 'webhook_endpoint',
      created: Math.floor(now() / 1000),
      description: text(fields['description'], 'description', 5_000),
      enabled_events: eventsIn(fields),
      livemode: false,
      metadata: metadata(fields['metadata']),
      status: 'enabled',
      url,
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
    refuseUnknown(fields, KNOWN);
    const endpoint = found(params['id']);
    const changed: WebhookEndpointRow = {
      ...endpoint,
      url: urlParameter(fields, 'url') ?? endpoint.url,
      enabled_events: fields['enabled_events'] === undefined ? endpoint.enabled_events : eventsIn(fields),
      status: fields['disabled'] === undefined ? endpoint.status : boolean(fields['disabled'], 'disabled') ? 'disabled' : 'enabled',
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

function eventsIn(fields: FormFields): string[] {
  const events = fields['enabled_events'];
  if (!Array.isArray(events) || events.length === 0) throw missing('enabled_events');
  const wrong = events.find((event) => typeof event !== 'string' || !/^(\*|[a-z_0-9]+(\.[a-z_0-9]+)+)$/.test(event));
  if (wrong !== undefined) throw invalid(`Invalid enabled_events: ${JSON.stringify(wrong)}`, 'enabled_events');
  return events as string[];
}
