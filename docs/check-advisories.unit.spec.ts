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
const known = { package: 'broken', severity: 'high', seen: '2026-11-20' } as const;

describe('advisories about what we ship', () => {
  it('are read from a report, each once', () => {
    expect(advisoriesOf(report)).toEqual([{ id: 'GHSA-aaaa', package: 'broken', severity: 'high' }]);
  });

  it.each(['', 'not found', '{"message":"audit endpoint returned an error","statusCode":404}', '{"error":{"code":"ENOAUDIT"}}'])(
    'B9-27 are no fault where the registry gives none: %j',
    (answer) => {
      expect(advisoriesOf(answer)).toBeUndefined();
      expect(advisoryFaults({}, advisoriesOf(answer), today)).toEqual([]);
    },
  );

  it('B9-27 that nobody wrote down are a fault, and none once they are', () => {
    const advisories = advisoriesOf(report)!;
    expect(advisoryFaults({}, advisories, today).join()).toContain('GHSA-aaaa (high) of broken is new');
    const snapshot = nextSnapshot({}, advisories, today);
    expect(snapshot).toEqual({ 'GHSA-aaaa': { package: 'broken', severity: 'high', seen: '2026-11-22' } });
    expect(advisoryFaults(snapshot, advisories, today)).toEqual([]);
  });

  it('B9-27 are a fault once their time is over, with or without a registry, unless somebody says why they do not concern us', () => {
    const later = new Date('2026-11-27T12:00:00Z');
    const snapshot: Snapshot = { 'GHSA-aaaa': known };
    expect(advisoryFaults(snapshot, undefined, today)).toEqual([]);
    expect(advisoryFaults(snapshot, undefined, later)).toEqual([
      'GHSA-aaaa (high) of broken was first seen on 2026-11-20, and its 7 days are over',
    ]);
    expect(advisoryFaults({ 'GHSA-aaaa': { ...known, accepted: 'only its command line is concerned' } }, undefined, later)).toEqual([]);
  });

  it('keep the day they were first seen, and leave the snapshot when they are over', () => {
    expect(nextSnapshot({ 'GHSA-aaaa': known, 'GHSA-gone': known }, advisoriesOf(report)!, today)).toEqual({ 'GHSA-aaaa': known });
  });
});
