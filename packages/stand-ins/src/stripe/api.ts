import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addAccountSettings } from './account-settings.ts';
import { noSuch, StripeFault } from './errors.ts';
import type { FormValue } from './form-fields.ts';
import { page } from './pages.ts';
import { expand, read } from './parameters.ts';
import { Requests, type AddRoute, type Surroundings } from './requests.ts';

const EVENTS_LISTED_SECONDS = 30 * 24 * 60 * 60;

/** Adds `/v1/…` as the official SDK calls it. */
export function addApi(app: FastifyInstance, options: Surroundings): void {
  const requests = new Requests(options);
  const add: AddRoute = (method, path, handler) => {
    app.route({ method, url: path, handler: (request, reply) => requests.answer(request, reply, handler) });
  };
  addSessions(add, options);
  addMoney(add, options);
  addBalance(add, options);
  addEvents(add, options);
  addAccountSettings(add, options);
  app.all('/v1/*', (request, reply) =>
    requests.answer(request, reply, () => {
      throw new StripeFault(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`,
      });
    }),
  );
}

function addSessions(add: AddRoute, { store, account }: Surroundings): void {
  add('POST', '/v1/checkout/sessions', ({ fields }) => account.sessions.create(fields));
  add('GET', '/v1/checkout/sessions', ({ fields }) =>
    page(
      {
        url: '/v1/checkout/sessions',
        rows: store.list('sessions').map((session) => account.sessions.find(session.id) ?? session),
        filters: ['payment_intent', 'status'],
      },
      fields,
    ),
  );
  add('GET', '/v1/checkout/sessions/:id', ({ params }) => account.sessions.find(params['id'] ?? '') ?? gone('checkout.session', params));
  add('POST', '/v1/checkout/sessions/:id/expire', ({ params }) => account.sessions.expire(params['id'] ?? ''));
}

function addMoney(add: AddRoute, { store, account }: Surroundings): void {
  add('GET', '/v1/payment_intents', ({ fields }) => page({ url: '/v1/payment_intents', rows: store.list('intents') }, fields));
  add('GET', '/v1/payment_intents/:id', ({ params }) => store.get('intents', params['id'] ?? '') ?? gone('payment_intent', params));
  add('GET', '/v1/charges', ({ fields }) => page({ url: '/v1/charges', rows: store.list('charges'), filters: ['payment_intent'] }, fields));
  add('POST', '/v1/refunds', ({ fields }) => account.refund(fields));
  add('GET', '/v1/refunds', ({ fields }) =>
    page({ url: '/v1/refunds', rows: store.list('refunds'), filters: ['charge', 'payment_intent'] }, fields),
  );
  add('GET', '/v1/refunds/:id', ({ params }) => store.get('refunds', params['id'] ?? '') ?? gone('refund', params));
  add('GET', '/v1/disputes', ({ fields }) =>
    page({ url: '/v1/disputes', rows: store.list('disputes'), filters: ['charge', 'payment_intent'] }, fields),
  );
  add('GET', '/v1/disputes/:id', ({ params }) => store.get('disputes', params['id'] ?? '') ?? gone('dispute', params));
}

function addBalance(add: AddRoute, { store, account: { balance } }: Surroundings): void {
  add('GET', '/v1/balance', ({ fields }) => (read(z.strictObject({ expand }), fields), balance.read()));
  add('GET', '/v1/balance_transactions', ({ fields }) =>
    page({ url: '/v1/balance_transactions', rows: balance.transactions(), filters: ['currency', 'source', 'type'] }, fields),
  );
  add('GET', '/v1/payouts', ({ fields }) => page({ url: '/v1/payouts', rows: store.list('payouts'), filters: ['status'] }, fields));
  add('GET', '/v1/radar/early_fraud_warnings', ({ fields }) =>
    page({ url: '/v1/radar/early_fraud_warnings', rows: store.list('warnings'), filters: ['charge', 'payment_intent'] }, fields),
  );
}

function addEvents(add: AddRoute, { store, now }: Surroundings): void {
  add('GET', '/v1/events', ({ fields }) => {
    const { type, types, delivery_success: asked, ...paging } = fields;
    const wanted = Array.isArray(types) ? types : type === undefined ? undefined : [type];
    const delivered = asked === undefined ? undefined : asked === 'true';
    const since = now() / 1_000 - EVENTS_LISTED_SECONDS;
    return page(
      {
        url: '/v1/events',
        rows: store.list('events').filter(({ created }) => created > since),
        has: ({ type: its, pending_webhooks: pending }) =>
          (delivered === undefined || delivered === (pending === 0)) && (!wanted || wanted.some((pattern) => matches(its, pattern))),
      },
      paging,
    );
  });
}

function gone(what: string, params: Record<string, string>): never {
  throw noSuch(what, params['id'] ?? '');
}

function matches(type: string, pattern: FormValue): boolean {
  if (typeof pattern !== 'string') return false;
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
