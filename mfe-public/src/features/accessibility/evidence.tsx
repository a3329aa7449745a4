import { EVIDENCE, type Evidence } from '@concert/contracts/site/access-evidence';
import { ACCESS_TESTS } from '@concert/contracts/site/access-tests';
import { CRITERIA } from '@concert/contracts/site/wcag';
import { DataTable } from '@concert/design-system/data-table.tsx';
import { evidenceTexts as words } from './evidence-texts.ts';
import styles from './evidence.module.css';

/** How accessible the site is and how that was found out, as the European Accessibility Act wants it told (Directive (EU) 2019/882, Annex V). */
export function AccessEvidence() {
  return (
    <>
      <section className={`stack-16 ${styles.part}`} aria-labelledby="evidence">
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

function How({ evidence: { tests = [], seen, notApplicable } }: { evidence: Evidence }) {
  return (
    <span className={styles.how}>
      {tests.map((test) => (
        <span key={test}>
          {words.test}: {ACCESS_TESTS[test].shows}
        </span>
      ))}
      {seen && (
        <span>
          {words.seen}: {seen.what}
        </span>
      )}
      {notApplicable && (
        <span>
          {words.notApplicable}: {notApplicable}
        </span>
      )}
    </span>
  );
}

/** The day on which somebody looked, and whether tests look again. */
function whenLooked({ seen, tests = [] }: Evidence): string {
  return [...(seen ? [seen.on] : []), ...(tests.length > 0 ? [words.byTests] : [])].join(', ') || '–';
}
