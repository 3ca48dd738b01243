import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepRequest } from '@millwright/contract/wire/two-step'
import { useSyncExternalStore } from 'react'

/** A pending second sign-in step. */
export interface SecondStepRequest {
  readonly asked: TwoStepRequest
  /** The endpoint that requires the proof, and receives it. */
  readonly path: string
  /** Called with `null` if the user cancels. */
  readonly done: (session: Session | null) => void
}

let request: SecondStepRequest | null = null
const listeners = new Set<() => void>()

function show(next: SecondStepRequest | null): void {
  request = next
  for (const listener of [...listeners]) listener()
}

/** Prompts for the second step over the current page. A new request cancels an open one. */
export function promptSecondStep(secondStep: TwoStepRequest, path: string): Promise<Session | null> {
  request?.done(null)
  return new Promise((resolve) => {
    const done = (session: Session | null) => {
      show(null)
      resolve(session)
    }
    show({ asked: secondStep, path, done })
  })
}

/** The open request, for the dialog that handles it. */
export function useSecondStepRequest(): SecondStepRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
}
