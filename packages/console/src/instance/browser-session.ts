import { useSyncExternalStore } from 'react'
import { type Channel, createSession, key, type StoredSession } from './session.ts'

function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name] ?? null
  } catch {
    // A browser that blocks storage throws on access.
    return null
  }
}

function browserChannel(): Channel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel(key)
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => channel.addEventListener('message', (event) => hear(event.data)),
  }
}

/** The session of this tab. */
export const session = createSession({
  remembered: storage('localStorage'),
  tab: storage('sessionStorage'),
  channel: browserChannel(),
})

/** The signed-in user; rerenders on every change. */
export function useUser(): StoredSession | null {
  return useSyncExternalStore(session.subscribe, session.current)
}
