import * as Ariakit from '@ariakit/react/dialog'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'

/** Elements that stay usable while a modal window is open: the notifications. */
function persistentElements(): Iterable<Element> {
  return document.querySelectorAll('[data-stays-usable]')
}

/** Where typing starts: a field that took the focus itself, else the first. False when there is none. */
function focusFirstField(dialog: Element | null): boolean {
  if (dialog?.querySelector('[data-body] :focus')) return true
  const field = dialog?.querySelector<HTMLElement>(
    '[data-body] :is(input, select, textarea):not([disabled], [readonly])',
  )
  field?.focus()
  return field !== undefined && field !== null
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
}: Omit<DialogProps, 'open'>) {
  return (
    <Ariakit.Dialog
      open
      onClose={onClose}
      role={role}
      backdrop={<div className={styles.backdrop} />}
      className={classNames(styles.dialog, styles[size])}
      hideOnInteractOutside={closeOnOutsidePress}
      getPersistentElements={persistentElements}
      autoFocusOnShow={(element) =>
        initialFocus !== undefined || !focusFirstField(element?.closest(`[role=${role}]`) ?? null)
      }
      {...(initialFocus ? { initialFocus } : {})}
    >
      <header className={styles.header}>
        <Ariakit.DialogHeading className={styles.title}>{title}</Ariakit.DialogHeading>
        <IconButton size="small" label="Close" icon={<IconX />} onClick={onClose} />
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
