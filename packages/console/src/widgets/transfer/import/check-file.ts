import { csvLine, escapeFormula } from '@millwright/contract/wire/csv'
import { plannedRow, printed } from './import-plan.ts'
import type { ImportPlan, ImportTarget, PlannedRecord } from './import-target.ts'
import { t } from './messages.ts'
import { Pace } from './pace.ts'
import { type ProblemGroup, ProblemGroups, problemText, type RowProblem } from './problems.ts'
import type { FileRow, TableFile } from './table-file.ts'

/** Number of rows checked per request. */
const pieceSize = 200

interface CheckJob {
  readonly target: ImportTarget
  readonly file: TableFile
  readonly plan: ImportPlan
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}

export interface CheckResult {
  readonly rows: number
  readonly wrong: number
  readonly problems: readonly ProblemGroup[]
  readonly rejected: RejectedRows
  /** What was checked against the stored records, as display texts. */
  readonly answered: readonly string[]
  readonly unanswered: readonly string[]
}

/**
 * Checks a file without sending it: every value against its field's type and, if the target supports it, against the stored records.
 * Throws if the instance is unreachable.
 */
export async function checkFile({ target, file, plan, signal, onProgress }: CheckJob): Promise<CheckResult> {
  const stored = target.look?.(plan, file.unit)
  const groups = new ProblemGroups()
  const rejected = new RejectedRows(file)
  const pace = new Pace()
  let rows = 0
  let wrong = 0
  for await (const some of file.rows(signal)) {
    for (let from = 0; from < some.length; from += pieceSize) {
      signal.throwIfAborted()
      const piece = some.slice(from, from + pieceSize)
      const planned = piece.map((row) => plannedRow(row, plan))
      const records = planned.filter((row): row is PlannedRecord => 'record' in row)
      const refused = planned.filter((row): row is RowProblem => 'problems' in row)
      const found = new Map(
        [...refused, ...((await stored?.problems(records, signal)) ?? [])].map((row) => [row.number, row]),
      )
      for (const row of piece) {
        const problem = found.get(row.number)
        if (!problem) continue
        wrong += 1
        groups.add(problem)
        rejected.add(row, problem)
      }
      rows += piece.length
      onProgress(rows)
      await pace.rest()
    }
  }
  const { answered = [], unanswered = [] } = stored ?? {}
  return { rows, wrong, problems: groups.all, rejected, answered, unanswered }
}

/** Characters buffered in memory before they become a blob, which browsers move to disk as it grows. */
const handful = 2 ** 20

/** Collects the rejected rows in a file, with their positions and reasons. */
export class RejectedRows {
  readonly #columns: number
  #blobs: Blob[] = []
  #waiting = ''

  constructor({ columns, unit }: Pick<TableFile, 'columns' | 'unit'>) {
    this.#columns = columns.length
    this.#waiting = csvLine([...columns, unit === 'line' ? t.line : t.record, t.problem])
  }

  add(row: FileRow, problem: RowProblem): void {
    const cells = Array.from({ length: this.#columns }, (_, at) => printed(row.values[at]))
    this.#waiting += csvLine([...cells, String(row.number), escapeFormula(problemText(problem))])
    if (this.#waiting.length < handful) return
    this.#blobs.push(new Blob([this.#waiting]))
    this.#waiting = ''
  }

  /** The rows so far. */
  file(): Blob {
    return new Blob([...this.#blobs, this.#waiting], { type: 'text/csv' })
  }
}
