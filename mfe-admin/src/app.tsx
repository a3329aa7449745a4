import { Page } from '@concert/design-system/page.tsx';
import { Skeleton } from '@concert/design-system/skeleton.tsx';
import { ReadingProvider } from '@concert/web-kit/reading/reading-provider.tsx';
import { SessionProvider, type AppProps } from '@concert/web-kit/session.tsx';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { texts } from './texts.ts';

const BookingsReport = lazy(() => import('./routes/get-bookings-report.tsx'));
const Desk = lazy(() => import('./routes/desk.tsx'));
const Approvals = lazy(() => import('./routes/approvals.tsx'));
const AuditLog = lazy(() => import('./routes/audit-log.tsx'));
const HdycFamily = lazy(() => import('./routes/hdyc-family.tsx'));
const VipTickets = lazy(() => import('./routes/v-i-p-tickets.tsx'));
const FriendsAndFamily = lazy(() => import('./routes/friends-and-family.tsx'));
const SendRefundIssuedEmail = lazy(() => import('./routes/send-refund-issued-email.tsx'));
const SendRefundNotification = lazy(() => import('./routes/send-refund-notification.tsx'));
const MoneyCheck = lazy(() => import('./routes/money-check.tsx'));
const PostponeConcert = lazy(() => import('./routes/postpone-concert.tsx'));
const CancelConcert = lazy(() => import('./routes/cancel-concert.tsx'));
const HeldSeats = lazy(() => import('./routes/held-seats.tsx'));
const Door = lazy(() => import('./routes/door.tsx'));
const ConcertSettings = lazy(() => import('./routes/concert-settings.tsx'));
const GoLive = lazy(() => import('./routes/go-live.tsx'));
const AdminUsers = lazy(() => import('./routes/admin-users.tsx'));

/** The organisers' screens. The shell chose this remote by the address; the screen is chosen here. */
export default function App(props: AppProps) {
  return (
    <SessionProvider {...props}>
      <ReadingProvider>
        <Suspense fallback={<Waiting />}>
          <Routes>
            <Route path="/get-bookings-report" element={<BookingsReport />} />
            <Route path="/desk" element={<Desk />} />
            <Route path="/approvals" element={<Approvals />} />
            <Route path="/audit-log" element={<AuditLog />} />
            <Route path="/hdyc-family" element={<HdycFamily />} />
            <Route path="/v-i-p-tickets" element={<VipTickets />} />
            <Route path="/friends-and-family" element={<FriendsAndFamily />} />
            <Route path="/send-refund-issued-email" element={<SendRefundIssuedEmail />} />
            <Route path="/send-refund-notification" element={<SendRefundNotification />} />
            <Route path="/money-check" element={<MoneyCheck />} />
            <Route path="/postpone-concert" element={<PostponeConcert />} />
            <Route path="/cancel-concert" element={<CancelConcert />} />
            <Route path="/held-seats" element={<HeldSeats />} />
            <Route path="/door" element={<Door />} />
            <Route path="/concert-settings" element={<ConcertSettings />} />
            <Route path="/go-live" element={<GoLive />} />
            <Route path="/admin/users" element={<AdminUsers />} />
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
