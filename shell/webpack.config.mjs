import { shellBuild } from '../dev/web-build/federated-build.mjs';

export default shellBuild('shell');
