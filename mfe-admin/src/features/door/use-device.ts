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

/** The name is kept in the browser's storage; the sound is on each time the page opens. */
export function useDevice() {
  const [name, setName] = useState(() => kept(DOOR_NAME) || words.first);
  const [sound, setSound] = useState(true);
  const [rehearsing, setRehearsing] = useState(false);

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
    rehearsing,
    setRehearsing,
    setName: keepName,
    setSound: (on: boolean) => {
      allowSound();
      setSound(on);
    },
  };
}

/** The name of this device, and whether it makes sounds. */
export type Device = ReturnType<typeof useDevice>;
