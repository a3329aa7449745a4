import { remoteBuild } from '../dev/web-build/federated-build.mjs';

export default remoteBuild('mfe-booking', 'booking', 70_000);
