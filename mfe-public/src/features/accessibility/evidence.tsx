import { EVIDENCE } from '@concert/contracts/site/access-evidence';
import type { Evidence } from '@concert/contracts/site/access-proof';
import type { EvidencePage } from '@concert/contracts/site/access-pages';
import { ACCESS_TESTS } from '@concert/contracts/site/access-tests';
import { pageAt } from '@concert/contracts/site/pages';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { evidenceTexts as words } from './evidence-texts.ts';
import styles from './evidence.module.css';

/** How accessible the site is and how that was found out, as the European Accessibility Act wants it told (Directive (EU) 2019/882, Annex V). */
export function AccessEvidence() {
  return (
    <>
      <section className={styles.part} aria-labelledby="evidence">
        <h2 id="evidence">{words.title}</h2>
        <p>{words.about}</p>
        <p>{words.use}</p>
        <h3>{words.limits}</h3>
        <ul>
          {words.known.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
        <h3>{words.tell}</h3>
        <p>{words.tellText}</p>
      </section>
      <details className={styles.table}>
        <summary>{words.open(CRITERIA.length)}</summary>
        <DataTable
          caption={words.table}
          rows={CRITERIA}
          rowKey={([number]) => number}
          columns={[
            { key: 'criterion', header: words.columns.criterion, primary: true, cell: ([number, , name]) => `${number} ${name}` },
            { key: 'level', header: words.columns.level, cell: ([, level]) => level },
            { key: 'how', header: words.columns.how, cell: ([number]) => <How evidence={EVIDENCE[number]} /> },
            { key: 'on', header: words.columns.on, cell: ([number]) => whenLooked(EVIDENCE[number]) },
          ]}
        />
      </details>
    </>
  );
}

function How({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <span className={styles.how}>
      {evidence.map((one, index) => (
        <span key={index} className={styles.one}>
          <span className={styles.where}>{whereOf(one)}</span>
          {(one.tests ?? []).map((test) => (
            <span key={test}>
              {words.test}: {ACCESS_TESTS[test].shows}
            </span>
          ))}
          {one.seen && (
            <span>
              {words.seen}: {one.seen.what}
            </span>
          )}
          {one.notApplicable && (
            <span>
              {words.notApplicable}: {one.notApplicable}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

const titleOf = (page: EvidencePage) => (page === '/api/docs' || page === 'an unknown address' ? page : (pageAt(page)?.title ?? page));

function whereOf({ pages }: Evidence): string {
  if (pages === 'all') return words.onAll;
  return 'only' in pages ? words.onOnly([...new Set(pages.only.map(titleOf))].join(', ')) : words.onOthers;
}

/** Days on which people looked, and whether tests look again. */
function whenLooked(evidence: readonly Evidence[]): string {
  const days = [...new Set(evidence.flatMap(({ seen }) => seen?.on ?? []))].sort();
  return [...days, ...(evidence.some(({ tests = [] }) => tests.length > 0) ? [words.byTests] : [])].join(', ') || '–';
}
