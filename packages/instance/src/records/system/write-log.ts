import type { Change } from '../../store/changes.ts'
import type { TableName } from '../../store/tables.ts'
import { AuditLog } from './audit-log.ts'

/** Rows that a transaction changed and users whose tokens it revoked; published after the commit. */
export class WriteLog {
  readonly #ids = new Map<TableName, Set<number>>()
  readonly #whole = new Set<TableName>()
  /** The changes row by row, with previous and new values. */
  readonly auditLog = new AuditLog()
  /** Users whose tokens were revoked. */
  readonly signedOut = new Set<number>()
  /** Work to run after the commit. */
  readonly afterwards: (() => void)[] = []

  /** Logs a new row without its id: no node can have cached it yet. */
  inserted(table: TableName): void {
    if (!this.#ids.has(table)) this.#ids.set(table, new Set())
  }

  changed(table: TableName, ...ids: readonly number[]): void {
    const known = this.#ids.get(table) ?? new Set()
    for (const id of ids) known.add(id)
    this.#ids.set(table, known)
  }

  /** Marks all rows of the table as possibly changed. */
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
