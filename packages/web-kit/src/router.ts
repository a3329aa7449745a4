/*
 * The part of the router that the rooms use. In every build of a room `react-router-dom` means this file: a library that rooms share cannot
 * be tree-shaken, and this part is a quarter of the whole. The type check reads the same file, so a missing name is an error there and no
 * surprise in a browser.
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
