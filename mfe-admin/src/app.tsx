import type { PagePath } from '@concert/contracts/site/pages';
import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { ReadingProvider } from '@concert/web-kit/reading/reading-provider.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { texts } from './texts.ts';

const SCREENS = {
  '/get-bookings-report': lazy(() => import('./routes/get-bookings-report.tsx')),
  '/desk': lazy(() => import('./routes/desk.tsx')),
  '/messages': lazy(() => import('./routes/messages.tsx')),
  '/contact-messages': lazy(() => import('./routes/contact-messages.tsx')),
  '/approvals': lazy(() => import('./routes/approvals.tsx')),
  '/audit-log': lazy(() => import('./routes/audit-log.tsx')),
  '/hdyc-family': lazy(() => import('./routes/hdyc-family.tsx')),
  '/v-i-p-tickets': lazy(() => import('./routes/v-i-p-tickets.tsx')),
  '/friends-and-family': lazy(() => import('./routes/friends-and-family.tsx')),
  '/send-refund-issued-email': lazy(() => import('./routes/send-refund-issued-email.tsx')),
  '/send-refund-notification': lazy(() => import('./routes/send-refund-notification.tsx')),
  '/money': lazy(() => import('./routes/money.tsx')),
  '/postpone-concert': lazy(() => import('./routes/postpone-concert.tsx')),
  '/cancel-concert': lazy(() => import('./routes/cancel-concert.tsx')),
  '/held-seats': lazy(() => import('./routes/held-seats.tsx')),
  '/waiting-list': lazy(() => import('./routes/waiting-list.tsx')),
  '/door': lazy(() => import('./routes/door.tsx')),
  '/concert-settings': lazy(() => import('./routes/concert-settings.tsx')),
  '/go-live': lazy(() => import('./routes/go-live.tsx')),
  '/admin/users': lazy(() => import('./routes/admin-users.tsx')),
} satisfies Partial<Record<PagePath, unknown>>;

/** The organisers' screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <ReadingProvider>
        <Suspense fallback={<Waiting />}>
          <Routes>
            {Object.entries(SCREENS).map(([path, Screen]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Routes>
        </Suspense>
      </ReadingProvider>
    </SessionProvider>
  );
}

function Waiting() {
  return (
    <Page width="working">
      <Skeleton shape="heading" label={texts.loading} />
      <Skeleton count={3} />
    </Page>
  );
}
