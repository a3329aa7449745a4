import { describe, expect, it } from '@jest/globals';
import { advisoriesOf } from './check-advisories.ts';

const via = { source: 1, name: 'broken', url: 'https://advisories.example/GHSA-aaaa', severity: 'high' };

describe('advisories about what we ship', () => {
  it('B9-526 are read from what the registry reports, each once', () => {
    const report = {
      auditReportVersion: 2,
      vulnerabilities: { broken: { via: [via] }, beside: { via: [via] }, above: { via: ['broken'] } },
    };
    expect(advisoriesOf(JSON.stringify(report))).toEqual(['broken has an advisory (high): https://advisories.example/GHSA-aaaa']);
  });

  it.each(['', 'not found', '{"message":"audit endpoint returned an error","statusCode":404}', '{"error":{"code":"ENOAUDIT"}}'])(
    'B9-526 are not known, and no fault, where the registry gives none: %j',
    (answer) => {
      expect(advisoriesOf(answer)).toBeUndefined();
    },
  );
});
