import type { TablePlace } from '../wire-table.ts'
import { type ImportPlan, type PlannedRecord, plannedRow, type RowProblem } from './import-plan.ts'
import { mostListed } from './run-import.ts'
import { StoredCheck } from './stored-check.ts'
import type { TableFile } from './table-file.ts'

/** Rows that are looked up together. */
const pieceSize = 200

interface CheckJob {
  readonly place: TablePlace
  readonly file: TableFile
  readonly plan: ImportPlan
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}

export interface CheckResult {
  readonly rows: number
  readonly wrong: number
  /** In the order of the file, at most as many as are listed. */
  readonly problems: readonly RowProblem[]
  /** What was looked up in the stored records, for people. */
  readonly answered: readonly string[]
  readonly unanswered: readonly string[]
}

/**
 * What would become of a file, without sending any of it: every value against what its field takes, and what refers to other
 * records, has to be new, or has to be there, against what is stored. Throws when the instance is away.
 */
export async function checkFile({ place, file, plan, signal, onProgress }: CheckJob): Promise<CheckResult> {
  const stored = new StoredCheck(place, plan)
  const problems: RowProblem[] = []
  let rows = 0
  let wrong = 0
  for await (const some of file.rows(signal)) {
    for (let from = 0; from < some.length; from += pieceSize) {
      signal.throwIfAborted()
      const piece = some.slice(from, from + pieceSize).map((row) => plannedRow(row, plan))
      const records = piece.filter((row): row is PlannedRecord => 'record' in row)
      const refused = piece.filter((row): row is RowProblem => 'message' in row)
      const found = [...refused, ...(await stored.problems(records, signal))].sort((a, b) => a.number - b.number)
      rows += piece.length
      wrong += found.length
      problems.push(...found.slice(0, mostListed - problems.length))
      onProgress(rows)
    }
  }
  return { rows, wrong, problems, answered: stored.answered, unanswered: stored.unanswered }
}
