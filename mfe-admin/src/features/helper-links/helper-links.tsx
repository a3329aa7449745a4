import type { HelperView } from '@concert/contracts/auth/helper-links';
import { authRoutes } from '@concert/contracts/auth/http';
import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure } from '@concert/design-system/notice.tsx';
import { QrCode } from '@concert/design-system/qr-code.tsx';
import { Read } from '@concert/design-system/read.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useRoute } from '@concert/web-kit/reading/use-route.ts';
import { useTimeZone } from '@concert/web-kit/session.tsx';
import { useEffect, useRef, useState } from 'react';
import { ActButton } from '../organising/act-button.tsx';
import styles from './helper-links.module.css';
import { texts as words } from './texts.ts';

/** How often the list is read again: links are opened on other phones. */
const FRESH = { while: () => true, firstMs: 3_000 };
const MAX_NAME_LENGTH = 60;

interface MadeLink {
  readonly helper: HelperView;
  readonly url: string;
}

/** Makes links for helpers who have no account, shows each once as a code to scan, and takes them back. */
export function HelperLinks() {
  const timeZone = useTimeZone();
  const reading = useRoute(authRoutes.listHelpers, {}, { follow: FRESH });
  const [made, setMade] = useState<MadeLink>();
  const shown = useRef<HTMLDivElement>(null);
  const waiting = made && reading.value?.helpers.some(({ helperId, openUntil }) => helperId === made.helper.helperId && openUntil);
  useEffect(() => {
    if (made) shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [made]);

  return (
    <section className={`stack-16 ${styles.helpers}`} aria-labelledby="helpers">
      <h2 id="helpers" className="size-3">
        {words.title}
      </h2>
      <p>{words.text}</p>
      <MakeLink
        onMade={(link) => {
          reading.set((now) => ({ helpers: [link.helper, ...(now?.helpers ?? [])] }));
          setMade(link);
        }}
      />
      {made && (
        <div ref={shown} className={`stack-12 items-start ${styles.shown}`} aria-live="polite">
          {waiting ? (
            <>
              <p className="strong">{words.scan(made.helper.name)}</p>
              <QrCode text={made.url} level="M" label={words.code(made.helper.name)} />
              <p className="quiet figures">
                {words.scanText(clockTime(made.helper.openUntil ?? '', timeZone), clockTime(made.helper.endsAt, timeZone))}
              </p>
              <div className="row-8-12">
                <SendLink made={made} />
                <Button variant="secondary" onClick={() => setMade(undefined)}>
                  {words.hide}
                </Button>
              </div>
            </>
          ) : (
            <p className="quiet figures">{words.opened}</p>
          )}
        </div>
      )}
      <Read reading={reading} words={{ reading: words.reading, failed: words.readFailed }}>
        {({ helpers }) =>
          helpers.length === 0 ? (
            <p className="quiet figures">{words.empty}</p>
          ) : (
            <ul className="stack-8 plain-list">
              {helpers.map((helper) => (
                <HelperRow
                  key={helper.helperId}
                  helper={helper}
                  timeZone={timeZone}
                  onEnded={() => {
                    if (made?.helper.helperId === helper.helperId) setMade(undefined);
                    void reading.refresh();
                  }}
                />
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}

/** Hands the link to a program that sends it; where the browser has none, it is copied, and where that is not allowed, a mail can take it. */
function SendLink({ made: { url, helper } }: { made: MadeLink }) {
  const [way, setWay] = useState<'copied' | 'mail'>();
  const text = words.sentText(helper.name);
  const send = async () => {
    try {
      if ('share' in navigator) return await navigator.share({ text, url });
    } catch (error) {
      // Whoever closes the list of programs wants to send nothing.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setWay('copied');
    } catch {
      setWay('mail');
    }
  };
  return (
    <>
      <Button onClick={() => void send()}>{words.send}</Button>
      <span role="status" className="quiet figures">
        {way === 'copied' && words.copied}
        {way === 'mail' && <a href={`mailto:?body=${encodeURIComponent(`${text} ${url}`)}`}>{words.byMail}</a>}
      </span>
    </>
  );
}

function MakeLink({ onMade }: { onMade: (link: MadeLink) => void }) {
  const { act } = useAct(authRoutes.makeHelperLink);
  const form = useForm({ name: 'helper', first: { name: '' }, summaryFrom: Infinity });
  const make = async () => {
    const result = await form.send(() => act({ body: form.values }));
    if (!result?.ok) return;
    form.reset();
    onMade(result.value);
  };
  return (
    <Form form={form} className={`stack-12 items-start ${styles.form}`} onSubmit={() => void make()}>
      <TextField {...form.field('name')} label={words.name} hint={words.nameHint} autoComplete="off" maxLength={MAX_NAME_LENGTH} />
      <Button type="submit" variant="secondary" busy={form.busy} busyText={words.making}>
        {words.make}
      </Button>
      <Failure text={form.failure && words.failed(form.failure)} />
    </Form>
  );
}

function HelperRow({ helper, timeZone, onEnded }: { helper: HelperView; timeZone: string; onEnded: () => void }) {
  const { helperId, name, openedAt, device, openUntil, endsAt } = helper;
  const ended = () => {
    showToast({ tone: 'good', text: words.ended(name) });
    onEnded();
  };
  return (
    <li className={`row-8-16 between ${styles.helper}`}>
      <div className="anywhere min-0">
        <p className="strong">{name}</p>
        <p className="quiet figures">
          {openedAt ? words.since(clockTime(openedAt, timeZone), device ?? '') : words.waiting(clockTime(openUntil ?? endsAt, timeZone))},{' '}
          {words.ends(clockTime(endsAt, timeZone))}
        </p>
      </div>
      <ActButton
        variant="secondary"
        route={authRoutes.endHelper}
        input={{ params: { helperId } }}
        busyText={words.ending}
        aria-label={words.endOf(name)}
        failed={words.endFailed}
        onDone={ended}
      >
        {words.end}
      </ActButton>
    </li>
  );
}
