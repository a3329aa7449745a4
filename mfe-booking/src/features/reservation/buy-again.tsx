import { Button } from '@concert/design-system/button.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { texts } from '../../texts.ts';
import type { Progress } from './progress.ts';

const words = texts.reserve.again;

/** Whether seats shall be bought a second time within minutes. */
export function BuyAgain({ progress, onKeep, onBuy }: { progress: Progress; onKeep: () => void; onBuy: () => void }) {
  const asked = progress.at === 'again' ? progress : undefined;
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onKeep}
      title={words.title}
      actions={
        <>
          <Button onClick={onKeep}>{words.keep}</Button>
          <Button variant="secondary" onClick={onBuy}>
            {words.act}
          </Button>
        </>
      }
    >
      <p>{asked && words.text(asked.bought)}</p>
    </Dialog>
  );
}
