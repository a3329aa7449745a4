import { describe, expect, it } from '@jest/globals';
import { advisoriesOf, advisoryFaults, nextSnapshot, type Snapshot } from './check-advisories.ts';

const today = new Date('2026-11-22T12:00:00Z');
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    broken: { via: [{ source: 1, name: 'broken', url: 'https://advisories.example/GHSA-aaaa', severity: 'high' }] },
    above: { via: ['broken'] },
  },
});
const none: Snapshot = { day: '2026-11-22', advisories: {} };
const known = { package: 'broken', severity: 'high', seen: '2026-11-20' } as const;

describe('advisories about what we ship', () => {
  it('are read from a report, each once', () => {
    expect(advisoriesOf(report)).toEqual([{ id: 'GHSA-aaaa', package: 'broken', severity: 'high' }]);
  });

  it.each(['', 'not found', '{"message":"audit endpoint returned an error","statusCode":404}', '{"error":{"code":"ENOAUDIT"}}'])(
    'B9-526 are no fault where the registry gives none: %j',
    (answer) => {
      expect(advisoriesOf(answer)).toBeUndefined();
      expect(advisoryFaults(none, advisoriesOf(answer), today)).toEqual([]);
    },
  );

  it('B9-526 that nobody wrote down are a fault, and none once they are', () => {
    const advisories = advisoriesOf(report)!;
    expect(advisoryFaults(none, advisories, today).join()).toContain('GHSA-aaaa (high) of broken is new');
    const snapshot = nextSnapshot(none, advisories, today);
    expect(snapshot).toEqual({ day: '2026-11-22', advisories: { 'GHSA-aaaa': { ...known, seen: '2026-11-22' } } });
    expect(advisoryFaults(snapshot, advisories, today)).toEqual([]);
  });

  it('B9-526 are a fault once their time is over, with or without a registry, unless somebody says why they do not concern us', () => {
    const later = new Date('2026-11-27T12:00:00Z');
    const snapshot: Snapshot = { ...none, advisories: { 'GHSA-aaaa': known } };
    expect(advisoryFaults(snapshot, undefined, today)).toEqual([]);
    expect(advisoryFaults(snapshot, undefined, later)).toEqual([
      'GHSA-aaaa (high) of broken was first seen on 2026-11-20, and its 7 days are over',
    ]);
    const accepted = { 'GHSA-aaaa': { ...known, accepted: 'only its command line is concerned' } };
    expect(advisoryFaults({ ...none, advisories: accepted }, undefined, later)).toEqual([]);
  });

  it('B9-526 are a fault where no registry answers and the snapshot is older than a month', () => {
    expect(advisoryFaults(none, undefined, new Date('2026-12-22T00:00:00Z'))).toEqual([]);
    const later = new Date('2026-12-22T12:00:00Z');
    expect(advisoryFaults(none, undefined, later).join()).toContain('is of 2026-11-22, and older than 30 days');
    expect(advisoryFaults(none, [], later)).toEqual([]);
  });

  it('keep the day they were first seen, and leave the snapshot when they are over', () => {
    const before: Snapshot = { day: '2026-11-20', advisories: { 'GHSA-aaaa': known, 'GHSA-gone': known } };
    expect(nextSnapshot(before, advisoriesOf(report)!, today)).toEqual({ day: '2026-11-22', advisories: { 'GHSA-aaaa': known } });
  });
});
