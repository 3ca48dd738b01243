import { useSyncExternalStore } from 'react'

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
