import { clockTime } from '@concert/contracts/core/time-in-words';
import { Button } from '@concert/design-system/button.tsx';
import { Checkbox } from '@concert/design-system/checkbox.tsx';
import { TextField } from '@concert/design-system/field.tsx';
import type { ScannerState } from './scanner-state.ts';
import type { OfflineScanner } from './offline-scanner.ts';
import { texts } from './texts.ts';
import type { Device } from './use-device.ts';

const words = texts.device;
const MAX_DOOR_LENGTH = 40;

/** The name of this device, whether it makes sounds, and the list it holds. */
export function DevicePanel({ device, scanner, state }: { device: Device; scanner: OfflineScanner; state: ScannerState }) {
  const timeZone = state.door?.concert.timeZone ?? 'UTC';
  return (
    <div className="stack-16">
      <h2 className="size-3">{words.title}</h2>
      <TextField
        label={words.name}
        name="door"
        maxLength={MAX_DOOR_LENGTH}
        autoComplete="off"
        value={device.name}
        hint={words.nameHint}
        onChange={(change) => device.setName(change.target.value)}
      />
      <Checkbox label={words.sound} checked={device.sound} onCheck={device.setSound} />
      <Checkbox label={words.rehearse} checked={device.rehearsing} disabled={!state.list} onCheck={device.setRehearsing} />
      <p className="quiet figures">
        {state.list ? words.list(state.list.items.length, clockTime(state.list.readAt, timeZone)) : words.noList}
      </p>
      <div className="row-8">
        <Button
          variant="secondary"
          busy={state.reading}
          busyText={words.reading}
          disabled={state.reach !== 'online'}
          onClick={() => void scanner.read()}
        >
          {words.read}
        </Button>
        <Button variant="plain" disabled={!state.list} onClick={() => void scanner.forget()}>
          {words.forget}
        </Button>
      </div>
    </div>
  );
}
