import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

let lost = false
const listeners = new Set<() => void>()

/** Notes whether the instance answered the last call: any answer counts, a refusal as well. */
export function noteConnection(answers: boolean): void {
  if (lost === !answers) return
  lost = !answers
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the instance did not answer the last call; the whole console knows one state of this. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost)
}

/** Does something each time the instance answers again after it did not. */
export function useReconnected(again: () => void): void {
  const onChange = useEffectEvent(() => {
    if (!lost) again()
  })
  useEffect(() => subscribe(() => onChange()), [])
}
