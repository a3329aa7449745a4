import { LINK_TOKEN } from '@concert/contracts/auth/account-rules';
import { authRoutes } from '@concert/contracts/auth/http';
import { Button } from '@concert/design-system/button.tsx';
import { Notice } from '@concert/design-system/notice.tsx';
import { Page } from '@concert/design-system/page.tsx';
import { useAct } from '@concert/web-kit/reading/use-act.ts';
import { useSession } from '@concert/web-kit/session.tsx';
import { forgetPerson } from '@concert/web-kit/storage.ts';
import { texts } from './texts.ts';

const words = texts.open;

/** Turns a helper link into a session, after one press, so that programs which open links do not use it up. */
export function OpenHelperLink({ token, onOpened }: { token: string; onOpened: () => void }) {
  const { session, refreshSession } = useSession();
  const { act, busy, failure } = useAct(authRoutes.openHelperLink);
  const complete = LINK_TOKEN.test(token);
  const open = async () => {
    const result = await act({ body: { token } });
    if (!result.ok) return;
    // What this browser kept for somebody else is not the helper's.
    if (session) await forgetPerson();
    await refreshSession();
    onOpened();
  };
  return (
    <Page width="narrow" title={words.title}>
      {complete ? (
        <Notice
          tone={failure ? 'bad' : 'info'}
          {...(failure ? { live: 'assertive' as const } : {})}
          title={failure ? words.failed : words.question}
          action={
            <Button busy={busy} busyText={words.busy} onClick={() => void open()}>
              {words.act}
            </Button>
          }
        >
          <p>{failure ?? words.text}</p>
          {session && !failure && <p>{words.instead(session.email || session.name)}</p>}
        </Notice>
      ) : (
        <Notice tone="bad" title={words.failed}>
          {words.cut}
        </Notice>
      )}
    </Page>
  );
}
