import { readFileSync } from 'node:fs';
import path from 'node:path';
import { notifyRoutes } from '@concert/contracts/notify/http';
import { paymentRoutes } from '@concert/contracts/payment/http';
import { expect, it } from '@jest/globals';
import { MAIL_EVENT_TYPES, MAIL_EVENTS_PATH, PAYMENT_EVENTS_PATH, WEBHOOK_TYPES } from '../dev/system/process-settings.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => name!).sort();

it('the payment stand-in tells the webhook of what svc-payment follows, and of nothing else', () => {
  const [, map] = /const FOLLOWED\b[^{]*{([^}]*)}/.exec(text('svc-payment/src/provider/stripe-objects.ts'))!;
  const followed = found(map!, /'([\w.]+)': '/g);
  expect(followed).toContain('checkout.session.completed');
  expect([...WEBHOOK_TYPES].sort()).toEqual(followed);
});

it('sends providers and stand-ins to the routes that take their messages', () => {
  expect([paymentRoutes.receiveWebhook.path, notifyRoutes.receiveMailEvents.path]).toEqual([PAYMENT_EVENTS_PATH, MAIL_EVENTS_PATH]);
});

it('the mail stand-in tells of what svc-notify follows', () => {
  const followed = found(text('svc-notify/src/mails/delivery-event.ts'), /case '(\w+)':/g);
  expect(followed).toContain('delivered');
  expect([...MAIL_EVENT_TYPES].sort()).toEqual(followed);
});
