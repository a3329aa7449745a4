import { remoteBuild } from '../dev/web-build/federated-build.mjs';

export default remoteBuild('mfe-public', 'public');
