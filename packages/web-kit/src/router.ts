/*
 * The part of the router that the rooms use. `react-router-dom` means this file in every build of a room: a library
 * that rooms have in common cannot be cut to size by itself, and this part is a quarter of the whole. The type check
 * reads the same file, so a name that is missing here is an error there and not a surprise in a browser.
 */
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
