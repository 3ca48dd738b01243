export interface ChunkProgress {
  readonly done: number
  readonly total: number
}

export interface ChunkResult {
  readonly done: number
  /** Failed chunks, with their ids. */
  readonly failures: readonly { readonly ids: readonly (string | number)[]; readonly error: unknown }[]
  readonly cancelled: boolean
}

interface ChunkJob<Id> {
  readonly ids: readonly Id[]
  readonly size: number
  readonly run: (chunk: readonly Id[], signal: AbortSignal) => Promise<void>
  readonly onProgress: (progress: ChunkProgress) => void
  readonly signal: AbortSignal
}

/** Processes many records in chunks; a failed chunk is recorded and the others continue. */
export async function inChunks<Id extends string | number>(job: ChunkJob<Id>): Promise<ChunkResult> {
  const failures: { ids: readonly Id[]; error: unknown }[] = []
  let done = 0
  for (let from = 0; from < job.ids.length && !job.signal.aborted; from += job.size) {
    const chunk = job.ids.slice(from, from + job.size)
    try {
      await job.run(chunk, job.signal)
      done += chunk.length
    } catch (error) {
      if (job.signal.aborted) break
      failures.push({ ids: chunk, error })
    }
    job.onProgress({ done: from + chunk.length, total: job.ids.length })
  }
  return { done, failures, cancelled: job.signal.aborted }
}
