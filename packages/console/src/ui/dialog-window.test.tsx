import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DialogWindow } from './dialog-window.tsx'

interface FormProps {
  /** Whether the field Label focuses itself. */
  takesFocus?: boolean
  /** Whether the dialog is asked to focus Cancel. */
  wantsCancel?: boolean
}

function FormInDialog({ takesFocus, wantsCancel }: FormProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <DialogWindow
      title="Edit"
      onClose={() => {}}
      {...(wantsCancel && { initialFocus: cancel })}
      footer={
        <button type="button" ref={cancel}>
          Cancel
        </button>
      }
    >
      <input aria-label="ID" readOnly />
      <input aria-label="Name" />
      <input aria-label="Label" ref={(field) => (takesFocus ? field?.focus() : undefined)} />
    </DialogWindow>
  )
}

// The simulated browser has no layout, and what takes no space cannot be focused.
beforeEach(() => {
  const rectangles = Object.assign([new DOMRect()], { item: () => null })
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue(rectangles)
})

const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

test('focuses its first field that can be changed', async () => {
  render(<FormInDialog />)
  await focused(await screen.findByLabelText('Name'))
})

test('leaves the focus to a field that took it', async () => {
  render(<FormInDialog takesFocus />)
  await focused(await screen.findByLabelText('Label'))
})

test('focuses the control it is asked to, even if a field took the focus', async () => {
  render(<FormInDialog takesFocus wantsCancel />)
  await focused(await screen.findByRole('button', { name: 'Cancel' }))
})
