import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepRequest } from '@millwright/contract/wire/two-step'
import { useSyncExternalStore } from 'react'

/** Somebody who is signing in has to prove a second time who they are. */
export interface SecondStepRequest {
  readonly asked: TwoStepRequest
  /** The endpoint that asked, which takes the proof. */
  readonly path: string
  /** Null: they gave up. */
  readonly done: (session: Session | null) => void
}

let request: SecondStepRequest | null = null
const listeners = new Set<() => void>()

function show(next: SecondStepRequest | null): void {
  request = next
  for (const listener of [...listeners]) listener()
}

/** Asks for the second step over the page they are on. A new request gives up an open one. */
export function askSecondStep(asked: TwoStepRequest, path: string): Promise<Session | null> {
  request?.done(null)
  return new Promise((resolve) => {
    const done = (session: Session | null) => {
      show(null)
      resolve(session)
    }
    show({ asked, path, done })
  })
}

/** The open request, for the window that serves it. */
export function useSecondStepRequest(): SecondStepRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
}
