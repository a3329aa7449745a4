import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Frame } from './frame.tsx';
import { WholePageFailed } from './failed.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has a place for the application');

// One route: which screen stands at an address is known by the table of pages and by the remotes.
const router = createBrowserRouter([{ path: '*', element: <Frame />, errorElement: <WholePageFailed /> }]);

createRoot(place).render(<RouterProvider router={router} />);
