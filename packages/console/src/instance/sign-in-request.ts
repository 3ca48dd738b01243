import { useSyncExternalStore } from 'react'
import { session } from './browser-session.ts'

/** A pending request to sign in again before work can continue. */
export interface SignInRequest {
  /** The reason given by the instance. */
  reason: string
  done: (signedIn: boolean) => void
}

let request: SignInRequest | null = null
const listeners = new Set<() => void>()

function show(next: SignInRequest | null): void {
  request = next
  for (const listener of [...listeners]) listener()
}

/** Prompts the user to sign in over the current page; resolves to `false` if they cancel. */
export function promptSignIn(reason: string): Promise<boolean> {
  const former = session.current()?.session_token
  return new Promise((resolve) => {
    const done = (signedIn: boolean) => {
      forget()
      show(null)
      resolve(signedIn)
    }
    // Also after signing in in another window, even before the dialog is shown.
    const forget = session.subscribe(() => {
      const now = session.current()
      if (now && now.session_token !== former) done(true)
    })
    show({ reason, done })
  })
}

/** The open request, for the dialog that handles it. */
export function useSignInRequest(): SignInRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
}
