import { ConfirmDialog, type ConfirmDialogProps } from '@concert/design-system/confirm-dialog.tsx';
import { Form, type FormProps } from '@concert/design-system/form.tsx';
import { useId } from 'react';

interface FormDialogProps extends Pick<ConfirmDialogProps, 'title' | 'words' | 'variant' | 'onClose' | 'children'> {
  readonly form: FormProps['form'] & { readonly busy: boolean; readonly failure: string | undefined };
  readonly onSubmit: () => Promise<void>;
}

/** A question that is answered by filling in a form. */
export function FormDialog({ form, onSubmit, children, ...question }: FormDialogProps) {
  const id = useId();
  return (
    <ConfirmDialog variant="primary" {...question} open form={id} busy={form.busy} failure={form.failure}>
      <Form id={id} form={form} className="stack-16" label={question.title} onSubmit={() => void onSubmit()}>
        {children}
      </Form>
    </ConfirmDialog>
  );
}
