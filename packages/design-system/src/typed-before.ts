import { useEffect, useEffectEvent, useRef, type ChangeEvent, type ChangeEventHandler, type RefObject } from 'react';

/**
 * For a field of a page that came drawn: what was typed before the page's program took it over is told to its owner.
 * React leaves it on the screen when it takes over, and would put the empty value back at the next change.
 * @returns the reference to give to the field
 */
export function useTypedBefore<Control extends HTMLInputElement | HTMLTextAreaElement>(
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
