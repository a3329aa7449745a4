import { describe, expect, it } from '@jest/globals';
import { APPROVED_BY } from './auth/approvals.ts';
import { authFacts } from './auth/events.ts';
import { bookingFacts } from './booking/events.ts';
import { openApi } from './core/openapi.ts';
import { notifyFacts } from './notify/events.ts';
import { paymentFacts } from './payment/events.ts';
import { PROBLEMS, ROUTES } from './routes.ts';

describe('routes', () => {
  it('have one owner each', () => {
    const addresses = ROUTES.map(({ route }) => `${route.method} ${route.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
  it.each(ROUTES.map(({ owner, name, route }) => [`${owner}.${name}`, route] as const))(
    'S8-32 %s names only problems that exist, and its callers when it is internal',
    (_, route) => {
      expect(route.problems.filter((code) => !Object.hasOwn(PROBLEMS, code))).toEqual([]);
      expect(route.path.startsWith('/internal/')).toBe(route.access === 'internal');
      expect(Boolean(route.callers?.length)).toBe(route.access === 'internal');
      if (route.access !== 'public' && route.access !== 'internal') expect(route.problems).toContain('request.session_required');
      if (route.body) expect(route.problems).toContain('request.invalid');
      if (route.freshSignIn) expect(route.problems).toContain('request.sign_in_again');
      if (route.bigAction) expect(route.problems).toContain('request.approval_refused');
    },
  );
  it('B9-519 ask for a fresh proof before money, roles, concert, export, guests and mails to another address', () => {
    const fresh = ROUTES.filter(({ route }) => route.freshSignIn).map(({ owner, name }) => `${owner}.${name}`);
    expect(fresh.sort()).toEqual([
      'auth.addPasskey',
      'auth.approve',
      'auth.beginPasskey',
      'auth.changeRole',
      'auth.endOtherSessions',
      'auth.endSession',
      'auth.eraseAccount',
      'auth.makeHelperLink',
      'auth.removeLostPasskeys',
      'auth.removePasskey',
      'auth.signOutEverywhere',
      'booking.addFamilyMember',
      'booking.addFriendOrFamily',
      'booking.addVip',
      'booking.closeWaiting',
      'booking.confirmPrices',
      'booking.exportBookings',
      'booking.freeLostSeats',
      'booking.importComplimentary',
      'booking.invite',
      'booking.offerByHand',
      'booking.openSale',
      'booking.postponeConcert',
      'booking.releaseHeldSeats',
      'booking.removeWaiting',
      'booking.renewComplimentary',
      'booking.renewTickets',
      'booking.resendComplimentary',
      'booking.revokeComplimentary',
      'booking.saveSettings',
      'booking.stopEvening',
      'booking.takeAdmissionBack',
      'booking.undoStop',
      'notify.changeTimedMessage',
      'notify.correctRecipient',
      'notify.resendMail',
      'notify.resumeMessageRun',
      'notify.showOwnData',
      'notify.startMessageRun',
      'payment.chooseCancellationRow',
      'payment.resolveMoneyTask',
      'payment.resumeCancellationRun',
      'payment.returnPart',
      'payment.startCancellationRun',
      'payment.triggerRefund',
    ]);
  });
  it('B6-537 B9-520 B9-521 ask a second person before money and roles, tell organisers of the evening and messages, and need a fresh proof', () => {
    const big = ROUTES.filter(({ route }) => route.bigAction);
    expect(Object.fromEntries(big.map(({ owner, name, route }) => [`${owner}.${name}`, route.access]))).toEqual({
      'auth.changeRole': 'admin',
      'auth.removeLostPasskeys': 'admin',
      'booking.postponeConcert': 'admin',
      'booking.saveSettings': 'admin',
      'booking.stopEvening': 'admin',
      'booking.undoStop': 'admin',
      'notify.changeTimedMessage': 'organiser',
      'notify.startMessageRun': 'organiser',
      'payment.returnPart': APPROVED_BY.refund,
      'payment.startCancellationRun': APPROVED_BY['refund-run'],
      'payment.triggerRefund': APPROVED_BY.refund,
    });
    expect(big.filter(({ route }) => !route.freshSignIn)).toEqual([]);
    const wait = ROUTES.filter(({ route }) => route.access !== 'internal' && route.problems.includes('request.approval_needed'));
    expect(wait.map(({ name }) => name).sort()).toEqual([
      'changeRole',
      'removeLostPasskeys',
      'returnPart',
      'startCancellationRun',
      'triggerRefund',
    ]);
    expect(new Set(Object.values(APPROVED_BY))).toEqual(new Set(['organiser']));
  });
  it('B5-507 lets a helper at the door make four calls more than a buyer', () => {
    const forHelpers = ROUTES.filter(({ route }) => route.access === 'door').map(({ owner, name }) => `${owner}.${name}`);
    expect(forHelpers.sort()).toEqual(['booking.lookUpHolders', 'booking.scan', 'booking.showDoor', 'booking.showDoorList']);
  });
  it.each(['auth', 'booking', 'payment', 'notify'])('of %s become an OpenAPI description with every operation', (name) => {
    const routes = Object.fromEntries(ROUTES.filter(({ owner }) => owner === name).map((one) => [one.name, one.route]));
    const description = openApi(name, '1.0.0', routes, PROBLEMS) as {
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
    expect(JSON.stringify(description)).not.toContain('undefined');
    for (const operation of operations) expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
  });
});

describe('facts', () => {
  const facts = { auth: authFacts, booking: bookingFacts, payment: paymentFacts, notify: notifyFacts };
  it('belong to their owner and have one name each', () => {
    const names = Object.entries(facts).flatMap(([owner, kinds]) => kinds.map(({ type }) => [owner, type]));
    for (const [owner, type] of names) expect(type!.startsWith(`${owner}.`)).toBe(true);
    expect(new Set(names.map(([, type]) => type)).size).toBe(names.length);
  });
});
