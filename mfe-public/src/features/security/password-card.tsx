import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { Dialog } from '@concert/design-system/dialog.tsx';
import { showToast } from '@concert/design-system/toast.tsx';
import { useState } from 'react';
import { ChangePasswordForm } from './change-password-form.tsx';
import { MailPasswordLink } from './mail-password-link.tsx';
import { texts } from './texts.ts';

const words = texts.password;

/** Where the password is changed. */
export function PasswordCard({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const changed = () => {
    setOpen(false);
    showToast({ tone: 'good', text: words.changed });
    onChanged();
  };
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Button variant="secondary" className="justify-start" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && (
        <Dialog open title={words.open} onClose={() => setOpen(false)}>
          <ChangePasswordForm email={email} onChanged={changed} />
          <MailPasswordLink email={email} />
        </Dialog>
      )}
    </Card>
  );
}
