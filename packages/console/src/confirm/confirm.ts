import { type ReactNode, useSyncExternalStore } from 'react'

export interface Question {
  /** What is asked, as a question: "Delete Ada Admin?" */
  title: string
  /** What follows from it, when the title does not say it. */
  text?: string
  /** What has to be seen before one answers. */
  body?: ReactNode
  /** The word on the button that goes on: it names the act. */
  action: string
  danger?: boolean
  /** The word on the button that does not; "Cancel" when absent. */
  cancel?: string
  /** Done while the window stays open; when it throws, the window shows why and remains. */
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

/** Asks before something is lost. A new question answers an open one with no. */
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
