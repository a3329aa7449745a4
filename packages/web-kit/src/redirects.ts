import { roleIncludes, type Role } from '@concert/contracts/core/roles';
import { pageAt, type Page } from '@concert/contracts/site/pages';

/** Value of page_redirect, page_redirect_from_mobile and nav that means the reservation page. */
export const RESERVATION_PAGE_REDIRECT = 'rys';

/** Pages to which nobody is sent after signing in, as that would be a loop. */
const ENTRANCES: readonly string[] = ['/login', '/register'];

/** Form of a value that names a page: segments of plain lower-case words, in which no other address can hide. */
const PATH_VALUE = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

function maySee(page: Page, role: Role | undefined): boolean {
  switch (page.access) {
    case 'public':
      return true;
    case 'session':
      return role !== undefined;
    case 'door':
    case 'organiser':
    case 'admin':
      return role !== undefined && roleIncludes(role, page.access);
  }
}

function pageOf(value: unknown): Page | undefined {
  if (value === RESERVATION_PAGE_REDIRECT) return pageAt('/reserve-your-seat');
  if (typeof value !== 'string' || !PATH_VALUE.test(value)) return undefined;
  const page = pageAt(`/${value}`);
  return page && !ENTRANCES.includes(page.path) ? page : undefined;
}

/**
 * The page that a `page_redirect` or `nav` value leads to: `rys` is the reservation page, any other value the page at `/{value}`. Null for
 * what is none of the product's own pages, or not for this person.
 * @param role of the signed-in person; without one, only public pages are returned
 */
export function redirectTarget(value: unknown, role?: Role): string | null {
  const page = pageOf(value);
  return page && maySee(page, role) ? page.path : null;
}

/** The value for which {@link redirectTarget} returns this page, or null when nobody is sent there. */
export function redirectValueFor(path: string): string | null {
  const value = path === '/reserve-your-seat' ? RESERVATION_PAGE_REDIRECT : path.replace(/^\//, '');
  return pageOf(value) ? value : null;
}

/** Address of the sign-in page that leads to `path` afterwards. */
export function loginPath(path: string): string {
  const value = redirectValueFor(path);
  return value ? `/login?nav=${value}` : '/login';
}
