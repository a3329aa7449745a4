/** A router without a browser's address bar, for drawing pages and for tests. */
export { MemoryRouter } from 'react-router';
