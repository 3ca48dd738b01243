import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DialogWindow } from './dialog-window.tsx'

interface FormProps {
  /** Name of the field that focuses itself. */
  autoFocused?: 'Name' | 'Label'
  /** Whether the dialog is asked to focus Cancel. */
  wantsCancel?: boolean
}

function FormInDialog({ autoFocused, wantsCancel }: FormProps) {
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
      {(['Name', 'Label'] as const).map((name) => (
        // biome-ignore lint/a11y/noAutofocus: the subject
        <input key={name} aria-label={name} autoFocus={name === autoFocused} />
      ))}
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
  render(<FormInDialog autoFocused="Label" />)
  await focused(await screen.findByLabelText('Label'))
})

test('focuses the control it is asked to, even if a field took the focus', async () => {
  render(<FormInDialog autoFocused="Label" wantsCancel />)
  await focused(await screen.findByRole('button', { name: 'Cancel' }))
})
