import * as Ariakit from '@ariakit/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { commonWords } from '../words/messages.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

export interface DialogWindowProps {
  /** Called on Escape, the close button and a click outside; the owner decides. */
  onClose: () => void
  title: string
  /** One sentence below the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** `flyout` is a panel that slides in from the right edge. */
  size?: 'small' | 'medium' | 'large' | 'flyout'
  /** `alertdialog` for a question that requires an answer. */
  role?: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether a click outside requests closing; leave it off if typed text could be lost. */
  closeOnOutsidePress?: boolean
}

/** Elements that stay usable while a modal dialog is open: the notifications. */
function persistentElements(): Iterable<Element> {
  return document.querySelectorAll('[data-stays-usable]')
}

/** Focuses the requested control, a field that focused itself, or the first field. Returns `false` if there is none. */
function focusInside(dialog: Element | null, wanted: HTMLElement | null): boolean {
  if (!wanted && dialog?.querySelector('[data-body] :focus')) return true
  const fields = '[data-body] :is(input, select, textarea):not([disabled], [readonly])'
  const control = wanted ?? dialog?.querySelector<HTMLElement>(fields)
  control?.focus()
  return Boolean(control)
}

export function DialogWindow({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'small',
  role = 'dialog',
  initialFocus,
  closeOnOutsidePress = true,
}: DialogWindowProps) {
  return (
    <Ariakit.Dialog
      open
      onClose={onClose}
      role={role}
      data-window=""
      backdrop={<div className={styles.backdrop} />}
      className={classNames(styles.dialog, styles[size])}
      hideOnInteractOutside={closeOnOutsidePress}
      getPersistentElements={persistentElements}
      autoFocusOnShow={(element) =>
        !focusInside(element?.closest(`[role=${role}]`) ?? null, initialFocus?.current ?? null)
      }
    >
      <header className={styles.header}>
        <Ariakit.DialogHeading className={styles.title}>{title}</Ariakit.DialogHeading>
        <IconButton
          reads
          size="small"
          label={commonWords.close}
          icon={<IconX />}
          onClick={onClose}
          data-dialog-dismiss=""
        />
      </header>
      {description ? (
        <Ariakit.DialogDescription className={styles.description}>{description}</Ariakit.DialogDescription>
      ) : null}
      {children ? (
        <div data-body className={styles.body}>
          {children}
        </div>
      ) : null}
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </Ariakit.Dialog>
  )
}
