import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { RejectedRows } from './check-file.ts'
import { plannedRow, printed } from './import-plan.ts'
import type { ImportPlan, ImportTarget, Keep, PlannedRecord } from './import-target.ts'
import { t } from './messages.ts'
import { Pace } from './pace.ts'
import { type ProblemGroup, ProblemGroups, type RowProblem } from './problems.ts'
import type { FileRow, TableFile } from './table-file.ts'

/** Number of records per request if the valid ones are stored. */
const pieceSize = 500

export interface ImportJob {
  readonly target: ImportTarget
  readonly file: TableFile
  readonly plan: ImportPlan
  readonly keep: Keep
}

export interface ImportProgress {
  /** Number of rows whose result is certain. */
  readonly done: number
  /** Share of a request with all rows that is sent, 0 to 1; `null` if unknown. */
  readonly sent: number | null
}

/** Why an import ended early. */
export interface ImportStop {
  readonly reason: string
  /** Rows in flight that may be stored or not; `null` if it is certain that none is. */
  readonly doubtful: { readonly from: number; readonly to: number } | null
}

export interface ImportResult {
  readonly stored: number
  readonly wrong: number
  readonly problems: readonly ProblemGroup[]
  readonly rejected: RejectedRows
  /** `null` if every row of the file was processed. */
  readonly stop: ImportStop | null
}

interface RunParts {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/**
 * Sends the rows of a file: in chunks whose valid rows are stored, or in a single request that stores all or nothing. After a stop or a
 * lost connection, running it again resumes there.
 */
export class ImportRun {
  readonly #job: ImportJob
  readonly #groups = new ProblemGroups()
  readonly #rejected: RejectedRows
  #stored = 0
  #wrong = 0
  /** The last row whose result is certain. */
  #settled = 0
  #doubtful: ImportStop['doubtful'] = null

  constructor(job: ImportJob) {
    this.#job = job
    this.#rejected = new RejectedRows(job.file)
  }

  /** Treats the rows in flight as stored, so that they are not sent again. */
  skipDoubtful(): void {
    this.#settled = this.#doubtful?.to ?? this.#settled
  }

  async run(parts: RunParts): Promise<ImportResult> {
    const { file, keep, plan } = this.#job
    const size = keep === 'all' ? Number.POSITIVE_INFINITY : pieceSize
    const pace = new Pace()
    const from = this.#settled
    this.#doubtful = null
    let piece: Piece = { rows: [], records: [], refused: [] }
    try {
      for await (const some of file.rows(parts.signal)) {
        for (const row of some) {
          if (row.number <= from) continue
          const planned = plannedRow(row, plan)
          piece.rows.push(row)
          if ('record' in planned) piece.records.push(planned)
          else piece.refused.push(planned)
          if (piece.rows.length < size) continue
          await this.#send(piece, parts)
          piece = { rows: [], records: [], refused: [] }
        }
        await pace.rest()
      }
      await this.#send(piece, parts)
      return this.#result(null)
    } catch (error) {
      const { aborted } = parts.signal
      return this.#result({
        reason: aborted ? t.importStopped : messageOf(error),
        doubtful: isCertain(error) ? null : this.#doubtful,
      })
    }
  }

  async #send(piece: Piece, { signal, onProgress }: RunParts): Promise<void> {
    const { target, plan, keep } = this.#job
    const [first] = piece.rows
    const last = piece.rows.at(-1)
    if (!first || !last) return
    signal.throwIfAborted()
    const refused = [...piece.refused]
    const countDone = () => this.#stored + this.#wrong
    if (piece.records.length > 0 && !(keep === 'all' && refused.length > 0)) {
      this.#doubtful = { from: first.number, to: last.number }
      const onSent = (sent: number) => onProgress({ done: countDone(), sent })
      const records = piece.records.map(({ record }) => record)
      try {
        await target.write({ records, mode: plan.mode, keep, signal, onSent })
        this.#stored += records.length
      } catch (error) {
        const found = error instanceof InstanceError ? error.rowMessages : []
        if (found.length === 0) throw error
        const rows = new Map(piece.rows.map((row) => [row.number, row]))
        for (const { index, message } of found) {
          const number = piece.records[index]?.number
          const row = number === undefined ? undefined : rows.get(number)
          if (row) refused.push({ number: row.number, problems: [this.#named(row, message)] })
        }
        if (keep === 'good') this.#stored += Math.max(0, records.length - found.length)
      }
    }
    this.#refuse(piece.rows, refused)
    this.#doubtful = null
    this.#settled = last.number
    onProgress({ done: countDone(), sent: null })
  }

  #refuse(rows: readonly FileRow[], refused: readonly RowProblem[]): void {
    const problems = new Map(refused.map((problem) => [problem.number, problem]))
    this.#wrong += problems.size
    for (const row of rows) {
      const problem = problems.get(row.number)
      if (!problem) continue
      this.#groups.add(problem)
      this.#rejected.add(row, problem)
    }
  }

  /** The instance's message about a row, with the value of the field that it names, if any. */
  #named({ values }: FileRow, message: string) {
    const { target, mapping } = this.#job.plan
    const named = target.fields.filter(({ name, label }) => mapping.includes(name) && names(message, [name, label]))
    const [field] = named
    const value = named.length === 1 && field ? printed(values[mapping.indexOf(field.name)]) : null
    return { label: null, message, value }
  }

  #result(stop: ImportStop | null): ImportResult {
    const { all } = this.#groups
    return { stored: this.#stored, wrong: this.#wrong, problems: all, rejected: this.#rejected, stop }
  }
}

interface Piece {
  readonly rows: FileRow[]
  readonly records: PlannedRecord[]
  readonly refused: RowProblem[]
}

/** An error response means that nothing was stored; a missing response or a network failure is inconclusive. */
function isCertain(error: unknown): boolean {
  return error instanceof InstanceError && error.kind !== 'unreachable' && error.status < 500
}

function names(message: string, words: readonly string[]): boolean {
  const said = ` ${message.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')} `
  return words.some((word) => said.includes(` ${word.toLowerCase()} `))
}
