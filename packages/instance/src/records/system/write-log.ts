import type { Change } from '../../store/changes.ts'
import type { TableName } from '../../store/tables.ts'
import { AuditLog } from './audit-log.ts'

/** Which rows a transaction changed, and whose tokens it ended; told to others after the commit. */
export class WriteLog {
  readonly #ids = new Map<TableName, Set<number>>()
  readonly #whole = new Set<TableName>()
  /** The same row by row, with what they were and became. */
  readonly auditLog = new AuditLog()
  /** Persons whose tokens were ended. */
  readonly signedOut = new Set<number>()
  /** What is to be done once the transaction is committed. */
  readonly afterwards: (() => void)[] = []

  /** A new row is noted without its identifier: nobody can hold it yet. */
  inserted(table: TableName): void {
    if (!this.#ids.has(table)) this.#ids.set(table, new Set())
  }

  changed(table: TableName, ...ids: readonly number[]): void {
    const known = this.#ids.get(table) ?? new Set()
    for (const id of ids) known.add(id)
    this.#ids.set(table, known)
  }

  /** Any row of the table may have changed. */
  changedAll(table: TableName): void {
    this.#whole.add(table)
    this.inserted(table)
  }

  add(other: WriteLog): void {
    for (const table of other.#whole) this.changedAll(table)
    for (const [table, ids] of other.#ids) this.changed(table, ...ids)
    for (const id of other.signedOut) this.signedOut.add(id)
  }

  changes(): Change[] {
    return [...this.#ids].map(([table, ids]) => ({ table, ids: this.#whole.has(table) ? 'all' : [...ids] }))
  }
}
