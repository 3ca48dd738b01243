import { useSyncExternalStore } from 'react'
import type { Conflict, TransferJob, UploadConflictChoice } from './transfer.ts'

let any = false
const listeners = new Set<() => void>()

/**
 * Starts a transfer that continues across page changes until it finishes, is stopped or the user signs out. The code for it is
 * loaded on first use.
 */
export async function startTransfer(job: TransferJob): Promise<void> {
  const { addTransfer } = await shownTransfers()
  addTransfer(job)
}

/**
 * Asks what to do with existing files before a transfer starts. The question remains across page changes as the transfer does, so that
 * neither is lost. Resolves to `null` if the transfer is cancelled, or the user signs out.
 */
export async function askAboutExisting(
  asked: Pick<Conflict, 'title' | 'names' | 'total'>,
): Promise<UploadConflictChoice | null> {
  const { addConflict } = await shownTransfers()
  return addConflict(asked)
}

async function shownTransfers() {
  const transfers = await import('./transfers.ts')
  transfers.watchTransfers(tell)
  return transfers
}

function tell(count: number): void {
  if (any === count > 0) return
  any = count > 0
  for (const listener of [...listeners]) listener()
}

/** Whether there are transfers, or questions about them, to show. */
export function useHasTransfers(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => any,
  )
}
