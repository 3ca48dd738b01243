import { lazy, Suspense } from 'react'
import type { DialogWindowProps } from './dialog-window.tsx'

const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** A modal dialog. Its code is loaded when the first one opens. */
export function Dialog({ open, ...rest }: DialogWindowProps & { open: boolean }) {
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...rest} />
    </Suspense>
  )
}
