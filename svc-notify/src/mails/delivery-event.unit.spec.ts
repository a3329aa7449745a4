import { describe, expect, it } from '@jest/globals';
import { deliveryEventsIn } from './delivery-event.ts';

const mailId = 'ml_00000000000000000000000000';
const read = (over: object) =>
  deliveryEventsIn([{ event: 'bounce', timestamp: 1_700_000_000, mail_id: mailId, sg_message_id: 'abc.recvd-1', ...over }]);

describe('news of the mail provider', () => {
  it('are read for what they say of our mail, and for nothing else', () => {
    expect(read({ event: 'delivered', email: 'anna@example.org', ip: '1.2.3.4', useragent: 'x' })).toEqual({
      events: [{ mailId, report: { delivery: 'delivered', at: new Date(1_700_000_000_000), fault: null, messageId: 'abc' } }],
      others: 0,
    });
  });

  it.each([
    [{ type: 'bounce', status: '5.1.1' }, 'there is no such address (5.1.1)'],
    [{ type: 'bounce', status: '', reason: '550 5.1.10 <anna@example.org> unknown' }, 'there is no such address (5.1.10)'],
    [{ type: 'bounce', status: '5.2.2' }, 'the mailbox is full (5.2.2)'],
    [{ type: 'blocked', status: '5.7.1' }, 'the mail server of the address refuses our emails for now (5.7.1)'],
    [{ type: 'bounce', reason: 'anna@example.org is gone' }, 'the mail server of the address refused it'],
    [{ type: 'bounce', status: '<script>' }, 'the mail server of the address refused it'],
    [{ event: 'dropped', reason: 'Bounced Address' }, 'the provider does not try: emails to the address came back before'],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'the provider does not try: the address called an earlier email spam'],
    [{ event: 'dropped', reason: 'Unsubscribed Address' }, 'the provider does not try: the address unsubscribed'],
    [{ event: 'dropped', reason: 'Invalid' }, 'the provider does not try: the address is not one'],
    [{ event: 'dropped' }, 'the provider does not try'],
    [{ event: 'deferred', response: '451 later' }, 'the mail server of the address asks to wait'],
    [{ event: 'spamreport' }, 'its reader reported it as spam'],
  ])('%j are put in words of our own, without the address', (over, fault) => {
    expect(read(over)!.events[0]!.report.fault).toBe(fault);
  });

  it.each([['processed'], ['open'], ['click'], ['group_unsubscribe'], ['constructor'], ['']])('called %j are none', (event) => {
    expect(read({ event })).toEqual({ events: [], others: 1 });
  });

  it.each([[undefined], [null], [7], ['x'], [{}], [Array.from({ length: 5_001 }, () => ({}))]])('are a list of bounded length', (json) => {
    expect(deliveryEventsIn(json)).toBeUndefined();
  });
});
