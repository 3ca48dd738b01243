import { type ReactNode, useSyncExternalStore } from 'react'

export interface Question {
  /** The question: "Delete Ada Admin?" */
  title: string
  /** The consequences, unless the title states them. */
  text?: string
  /** Content that must be seen before answering. */
  body?: ReactNode
  /** Label of the confirm button: names the action. */
  action: string
  danger?: boolean
  /** Label of the cancel button; "Cancel" by default. */
  cancel?: string
  /** Runs while the dialog stays open; if it throws, the dialog shows the error and stays open. */
  run?: () => Promise<void>
}

export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void
}

let open: OpenQuestion | null = null
const listeners = new Set<() => void>()

function show(next: OpenQuestion | null): void {
  open = next
  for (const listener of [...listeners]) listener()
}

/** Asks for confirmation before something is lost; resolves to whether it was confirmed. A new question cancels an open one. */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false)
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (yes) => {
        show(null)
        resolve(yes)
      },
    })
  })
}

export function useOpenQuestion(): OpenQuestion | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}
