import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import { WholePageFailed } from './failed.tsx';
import { Frame } from './frame.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has a place for the application');

createRoot(place).render(
  <ErrorBoundary fallback={<WholePageFailed />}>
    <BrowserRouter>
      <Frame />
    </BrowserRouter>
  </ErrorBoundary>,
);
