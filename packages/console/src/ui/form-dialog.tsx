import { type ReactNode, useId } from 'react'
import { commonWords } from '../words/messages.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogWindowProps } from './dialog-window.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps extends Pick<DialogWindowProps, 'title' | 'description' | 'initialFocus' | 'size'> {
  /** Label of the submit button; `null` if nothing can be submitted. */
  readonly action: string | null
  /** Why it cannot be submitted now; `null` if it can. */
  readonly disabledReason?: string | null
  readonly danger?: boolean
  readonly running: boolean
  /** Why it was rejected, or `null`. */
  readonly problem: string | null
  readonly onDismiss: () => void
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A short form in a dialog, which a click outside does not close. */
export function FormDialog({
  action,
  disabledReason = null,
  danger,
  running,
  problem,
  onDismiss,
  onSubmit,
  onClose,
  children,
  ...window
}: FormDialogProps) {
  const form = useId()
  return (
    <Dialog
      open
      {...window}
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          {action === null ? null : (
            <Button
              type="submit"
              form={form}
              variant={danger ? 'danger' : 'primary'}
              loading={running}
              disabledReason={disabledReason}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Otherwise a form that the dialog was opened from would be submitted too.
          event.stopPropagation()
          onSubmit()
        }}
      >
        {problem ? (
          <Banner tone="danger" onDismiss={onDismiss}>
            {problem}
          </Banner>
        ) : null}
        {children}
      </form>
    </Dialog>
  )
}
