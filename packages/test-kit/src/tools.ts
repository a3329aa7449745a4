import { findTool, type Tool } from '@concert/machine-kit/programs';

const toolOf = (name: string, setting: string, probe: string, holder: string): Tool => ({
  what: `a ${name}`,
  setting,
  names: [name],
  probe,
  packages: [holder],
});

/** Finds Prometheus's own checker of rules. */
export const findPromtool = () => findTool(toolOf('promtool', 'PROMTOOL', '--version', 'prometheus'));
export const findCaddy = () => findTool(toolOf('caddy', 'CADDY', 'version', 'caddy'));
