import { messageOf } from '../../../instance/instance-error.ts'
import type { ItemState, TransferJob } from './transfer.ts'

type SetState = (position: number, state: ItemState) => void

/** Runs the job for the items at these positions, several at a time. Failures are recorded and do not stop the others. */
export async function runTransfer(
  job: TransferJob,
  positions: readonly number[],
  set: SetState,
  signal: AbortSignal,
): Promise<void> {
  const batches = inBatches(positions, job.batch)
  const worker = async () => {
    for (let batch = batches.next(); !batch.done && !signal.aborted; batch = batches.next()) {
      await runBatch(job, batch.value, set, signal)
      job.onChange?.(false)
    }
  }
  await Promise.all(Array.from({ length: job.parallel }, worker))
  job.onChange?.(true)
}

async function runBatch(job: TransferJob, positions: readonly number[], set: SetState, signal: AbortSignal) {
  const open = new Set(positions)
  const settle = (position: number, state: ItemState) => {
    if (open.delete(position)) set(position, state)
  }
  const rest = (state: ItemState) => {
    for (const position of [...open]) settle(position, state)
  }
  for (const position of positions) set(position, { kind: 'running', bytes: 0 })
  try {
    await job.run(positions, {
      signal,
      bytes: (position, bytes) => {
        if (open.has(position)) set(position, { kind: 'running', bytes })
      },
      done: (position) => settle(position, { kind: 'done' }),
      failed: (position, message) => settle(position, { kind: 'failed', message }),
    })
    rest({ kind: 'done' })
  } catch (error) {
    rest(signal.aborted ? { kind: 'waiting' } : { kind: 'failed', message: messageOf(error) })
  }
}

function* inBatches(positions: readonly number[], size: number): Generator<readonly number[], undefined> {
  for (let from = 0; from < positions.length; from += size) yield positions.slice(from, from + size)
}
