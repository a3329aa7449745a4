import { randomBytes } from 'node:crypto';
import type { SessionView } from '@concert/contracts/auth/session-view';
import type { ReportRow } from '@concert/contracts/booking/reports';
import { IDENTITY_HEADER } from '@concert/contracts/core/identity';
import { idFromBytes } from '@concert/contracts/core/ids';
import type { IdentitySigner } from '@concert/service-kit/identity/identity';
import type mongoose from 'mongoose';
import { request } from 'undici';
import { makeBuyers } from '@concert/test-kit/buyers';
import type { Buyer } from '@concert/test-kit/site-client';

/** An organiser's calls through the gateway. */
export class OrganiserClient {
  private readonly site: string;
  private readonly who: Buyer;

  constructor(site: string, who: Buyer) {
    this.site = site;
    this.who = who;
  }

  /* The lightest client there is, because it works on the processors that it measures. */
  async ask<T>(method: 'GET' | 'POST', address: string, body?: object): Promise<T> {
    const response = await request(`${this.site}${address}`, this.message(method, body));
    if (response.statusCode >= 300) throw new Error(`${method} ${address} answered ${response.statusCode}: ${await response.body.text()}`);
    return (await response.body.json()) as T;
  }

  raw(method: 'GET' | 'POST', address: string, body?: object): Promise<Response> {
    return fetch(`${this.site}${address}`, this.message(method, body));
  }

  private message(method: 'GET' | 'POST', body?: object) {
    return {
      method,
      headers: { cookie: this.who.cookie, origin: this.site, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify({ email: this.who.email, ...body }) } : {}),
    };
  }

  /** The same as {@link rows}, asked of svc-booking itself, as the gateway asks it: without the gateway and the look at the session. */
  async atTheService(service: string, signer: IdentitySigner): Promise<(body: object) => Promise<void>> {
    const { session } = await this.ask<{ session: SessionView }>('GET', '/api/auth/session');
    const identity = { ...session, sessionId: idFromBytes('session', randomBytes(17)), signedInAt: new Date().toISOString() };
    return async (body) => {
      const response = await request(`${service}/api/get-bookings`, {
        method: 'POST',
        headers: { [IDENTITY_HEADER]: await signer.signIdentity(identity, 'svc-booking'), 'content-type': 'application/json' },
        body: JSON.stringify({ email: this.who.email, ...body }),
      });
      if (response.statusCode !== 200) throw new Error(`svc-booking answered ${response.statusCode}: ${await response.body.text()}`);
      await response.body.json();
    };
  }

  rows(body: object): Promise<ReportRow[]> {
    return this.ask<ReportRow[]>('POST', '/api/get-bookings', body);
  }
}

/** An organiser who was made for this. */
export async function makeOrganiser(site: string, accounts: mongoose.Connection): Promise<OrganiserClient> {
  const [who] = (await makeBuyers(accounts, 1)) as [Buyer];
  await accounts.collection('users').updateOne({ email: who.email }, { $set: { role: 'organiser' } });
  return new OrganiserClient(site, who);
}
