import { useSyncExternalStore } from 'react'
import type { TransferJob } from './transfer.ts'

let any = false
const listeners = new Set<() => void>()

/**
 * Starts work that goes on whichever page is shown, until it is done, stopped, or the person signs out. What it takes to do so
 * is fetched with the first.
 */
export async function startTransfer(job: TransferJob): Promise<void> {
  const { addTransfer, watchTransfers } = await import('./transfers.ts')
  watchTransfers(tell)
  addTransfer(job)
}

function tell(count: number): void {
  if (any === count > 0) return
  any = count > 0
  for (const listener of [...listeners]) listener()
}

/** Whether there are transfers to show. */
export function useHasTransfers(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => any,
  )
}
