import { Button } from '@concert/design-system/button.tsx';
import { useState } from 'react';
import { texts } from './texts.ts';

/** Switches the light beside a camera, where there is one. */
export function Torch({ track }: { track: MediaStreamTrack | undefined }) {
  const [on, setOn] = useState(false);
  // TypeScript's DOM library does not carry the light yet.
  const abilities: (MediaTrackCapabilities & { readonly torch?: boolean }) | undefined = track?.getCapabilities?.();
  if (!track || !abilities?.torch) return null;
  const turn = async () => {
    const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: !on };
    await track.applyConstraints({ advanced: [light] }).then(
      () => setOn(!on),
      () => undefined,
    );
  };
  return (
    <Button variant="secondary" wide aria-pressed={on} onClick={() => void turn()}>
      {texts.camera.torch}
    </Button>
  );
}
