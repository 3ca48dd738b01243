import { useSyncExternalStore } from 'react'

/** Somebody has to sign in again before work can go on. */
export interface SignInRequest {
  /** Why, as the instance put it. */
  reason: string
  done: (signedIn: boolean) => void
}

let request: SignInRequest | null = null
const listeners = new Set<() => void>()

function show(next: SignInRequest | null): void {
  request = next
  for (const listener of [...listeners]) listener()
}

/** Asks the person to sign in over the page they are on; false when they gave up. */
export function askToSignIn(reason: string): Promise<boolean> {
  return new Promise((resolve) => {
    show({
      reason,
      done: (signedIn) => {
        show(null)
        resolve(signedIn)
      },
    })
  })
}

/** The open request, for the window that serves it. */
export function useSignInRequest(): SignInRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => request,
  )
}
