import type { MessageRunState } from '@concert/contracts/notify/message-runs';
import { StatusBadge, type StatusTone } from '@concert/design-system/status-badge.tsx';
import { texts } from './texts.ts';

const TONES: Readonly<Record<MessageRunState, StatusTone>> = {
  draft: 'plain',
  running: 'waiting',
  paused: 'plain',
  sent: 'good',
  everyone_reached: 'good',
};

/** The state of a message run. */
export function RunState({ state }: { state: MessageRunState }) {
  return <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>;
}
