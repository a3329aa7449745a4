import { useEffect, useEffectEvent, useRef, type ChangeEvent, type ChangeEventHandler, type RefObject } from 'react';

/**
 * For a field of a prerendered page: reports to its owner what was typed before the page was hydrated. React leaves that on the screen, and
 * would put the empty value back at the next change.
 * @returns the ref for the field
 */
export function useTypedBeforeHydration<Control extends HTMLInputElement | HTMLTextAreaElement>(
  value: unknown,
  onChange: ChangeEventHandler<Control> | undefined,
): RefObject<Control | null> {
  const field = useRef<Control>(null);
  const tell = useEffectEvent(() => {
    const { current } = field;
    if (current && typeof value === 'string' && current.value !== value)
      onChange?.({ target: current, currentTarget: current } as unknown as ChangeEvent<Control, Control>);
  });
  useEffect(() => tell(), []);
  return field;
}
