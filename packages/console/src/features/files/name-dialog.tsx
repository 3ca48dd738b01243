import { useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { nameProblem } from './file-name.ts'

interface NameDialogProps {
  title: string
  action: string
  start: string
  /** Names in the folder. */
  taken: ReadonlySet<string>
  /** Throws when the name is refused. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a file or folder. */
export function NameDialog({ title, action, start, taken, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useStemMarked(input, start)

  const go = async () => {
    const wanted = name.trim()
    if (wanted === start.trim() && taken.has(wanted)) return onClose()
    const found = nameProblem(wanted, taken)
    setProblem(found)
    if (found) return input.current?.focus()
    setRunning(true)
    try {
      await onName(wanted)
    } catch (error) {
      setProblem(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      closeOnOutsidePress={false}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={running} onClick={() => void go()}>
            {action}
          </Button>
        </>
      }
    >
      <TextField
        ref={input}
        label="Name"
        value={name}
        spellCheck={false}
        autoComplete="off"
        error={problem}
        onChange={(text) => {
          setName(text)
          setProblem(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!running) void go()
        }}
      />
    </Dialog>
  )
}

/** Typing replaces the name and leaves its ending, once the field got the focus. */
function useStemMarked(input: { readonly current: HTMLInputElement | null }, start: string): void {
  useLayoutEffect(() => {
    const dot = start.lastIndexOf('.')
    const mark = (event: FocusEvent) => {
      if (event.target !== input.current) return
      input.current?.setSelectionRange(0, dot > 0 ? dot : start.length)
      document.removeEventListener('focusin', mark)
    }
    document.addEventListener('focusin', mark)
    return () => document.removeEventListener('focusin', mark)
  }, [input, start])
}
