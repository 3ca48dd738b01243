import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import type { TableDescription } from '../table-description.ts'
import type { TablePlace } from '../wire-table.ts'
import { writeWithBinary } from '../write-with-binary.ts'
import { type ImportPlan, type PlannedRecord, plannedRow, type RowProblem } from './import-plan.ts'
import type { TableFile } from './table-file.ts'

/** Records in one request. */
const pieceSize = 200
/** Up to this many records go in one request when all or none are wanted. */
export const mostAtOnce = 5000
/** Refusals that are listed; the others are counted. */
export const mostListed = 500

export interface ImportJob {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly file: TableFile
  readonly plan: ImportPlan
  /** `all`: nothing is kept when a row is refused. */
  readonly keep: 'all' | 'good'
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

export interface ImportResult {
  readonly stored: number
  readonly wrong: number
  readonly problems: readonly RowProblem[]
  /** Why it ended before the file did; null: it did not. */
  readonly stopped: string | null
}

/** Sends the rows of a file: in pieces whose good rows are kept, or in one piece of which all is kept or nothing. */
export async function runImport(job: ImportJob): Promise<ImportResult> {
  const { file, plan, keep, signal } = job
  const tally = new Tally()
  const size = keep === 'all' ? mostAtOnce : pieceSize
  let piece: PlannedRecord[] = []
  try {
    for await (const some of file.rows(signal)) {
      for (const row of some) {
        const planned = plannedRow(row, plan)
        if ('message' in planned) tally.refuse([planned])
        else piece.push(planned)
        if (piece.length < size) continue
        await sendPiece(job, piece, tally)
        piece = []
      }
    }
    if (piece.length > 0 && !(keep === 'all' && tally.wrong > 0)) await sendPiece(job, piece, tally)
    return tally.result(null)
  } catch (error) {
    return tally.result(
      signal.aborted ? 'You stopped the import. The last piece may have been stored too.' : messageOf(error),
    )
  }
}

async function sendPiece(job: ImportJob, piece: readonly PlannedRecord[], tally: Tally): Promise<void> {
  const { place, plan, keep, signal, onProgress } = job
  signal.throwIfAborted()
  const verb = plan.mode === 'create' ? 'POST' : 'PATCH'
  const params = keep === 'all' ? { rollback: true } : { continue: true }
  const records = piece.map(({ record }) => record)
  try {
    await writeWithBinary({ verb, place, records, params, signal }, job.table)
    tally.store(piece.length)
  } catch (error) {
    const refused = error instanceof InstanceError ? error.rowMessages : []
    if (refused.length === 0) throw error
    tally.refuse(refused.map(({ index, message }) => ({ number: piece[index]?.number ?? 0, message })))
    if (keep === 'good') tally.store(piece.length - refused.length)
  }
  onProgress(tally.stored + tally.wrong)
}

class Tally {
  stored = 0
  wrong = 0
  readonly problems: RowProblem[] = []

  store(rows: number): void {
    this.stored += rows
  }

  refuse(rows: readonly RowProblem[]): void {
    this.wrong += rows.length
    this.problems.push(...rows.slice(0, Math.max(0, mostListed - this.problems.length)))
  }

  result(stopped: string | null): ImportResult {
    const problems = this.problems.toSorted((a, b) => a.number - b.number)
    return { stored: this.stored, wrong: this.wrong, problems, stopped }
  }
}
