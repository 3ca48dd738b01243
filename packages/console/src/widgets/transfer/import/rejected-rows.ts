import { csvLine, escapeFormula } from '@millwright/contract/wire/csv'
import { printed } from './import-plan.ts'
import { t } from './messages.ts'
import { problemText, type RowProblem } from './problems.ts'
import type { FileRow, TableFile } from './table-file.ts'

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
