import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()

/** Records whether the instance responded to the last request; an error response counts as a response. */
export function noteConnection(answers: boolean): void {
  if (lost === !answers) return
  lost = !answers
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the instance failed to respond to the last request; shared by the whole console. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost)
}

/** Calls `again` each time the instance responds after a lost connection. */
export function useReconnected(again: () => void): void {
  const onChange = useEffectEvent(() => {
    if (!lost) again()
  })
  useEffect(() => subscribe(() => onChange()), [])
}
