import { lazy, type ReactNode, type RefObject, Suspense } from 'react'

export interface DialogProps {
  open: boolean
  /** Asked for by Escape, by the close button and by a press outside; the owner decides. */
  onClose: () => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** `flyout` is a panel that slides in from the right edge. */
  size?: 'small' | 'medium' | 'large' | 'flyout'
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether a press outside asks to close; leave it off where typed text could be lost. */
  closeOnOutsidePress?: boolean
}

const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** A modal window. Its code is fetched when the first one opens. */
export function Dialog({ open, ...rest }: DialogProps) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...rest} />
    </Suspense>
  )
}
