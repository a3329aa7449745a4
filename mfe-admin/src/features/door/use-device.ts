import { useState } from 'react';
import { allowSound } from './signals.ts';
import { texts } from './texts.ts';

const words = texts.device;
const DOOR_NAME = 'door_name';

function kept(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** The name of this device, and whether it makes sounds. */
export interface Device {
  readonly name: string;
  readonly sound: boolean;
  readonly setName: (name: string) => void;
  readonly setSound: (sound: boolean) => void;
}

/** The name is kept in the browser's storage; the sound is on each time the page opens. */
export function useDevice(): Device {
  const [name, setName] = useState(() => kept(DOOR_NAME) || words.first);
  const [sound, setSound] = useState(true);

  const keepName = (typed: string) => {
    setName(typed);
    try {
      localStorage.setItem(DOOR_NAME, typed.trim());
    } catch {
      // If it cannot be stored, it is asked for again next time.
    }
  };
  return {
    name,
    sound,
    setName: keepName,
    setSound: (on) => {
      allowSound();
      setSound(on);
    },
  };
}
