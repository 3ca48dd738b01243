import { useSyncExternalStore } from 'react'
import type { TransferJob } from './transfer.ts'

let any = false
const listeners = new Set<() => void>()

/**
 * Starts a transfer that continues across page changes until it finishes, is stopped or the user signs out. The code for it is
 * loaded on first use.
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
