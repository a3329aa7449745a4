import { lazy, useState, type ComponentType } from 'react';

/**
 * A component in a file of its own. Once `prepare` has fetched it, it is shown at once, without the moment of loading that would remove a
 * prerendered page.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { readonly prepare: () => Promise<unknown> } {
  let ready: ComponentType<Props> | undefined;
  const fetched = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const Later = lazy(fetched) as unknown as ComponentType<Props>;
  function Arriving(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Arriving, { prepare: fetched });
}
