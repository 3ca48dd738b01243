import type { SqliteConnection } from '../engines/sqlite/sqlite-connection.ts'

interface Member {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Changes that come close together and share one transaction, whose commit costs more than they do. Each is undone alone
 * when it fails, and is acknowledged only after the commit. One works at a time.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection
  readonly #waiting: Member[] = []
  #apart = false
  busy = true

  /** Its first member is at work, in a transaction that was begun for it. */
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  enter(): void {
    this.#run('savepoint member')
    this.#apart = true
    this.busy = true
  }

  /** Ends the member's work; resolves when it is committed. */
  done(): Promise<void> {
    if (this.#apart) this.#run('release member')
    this.busy = false
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Takes the member's work back; false when the transaction as a whole has to go. */
  undo(): boolean {
    this.busy = false
    if (!this.#apart || !this.#connection.inTransaction) return false
    this.#run('rollback to member')
    this.#run('release member')
    return true
  }

  committed(): void {
    for (const { resolve } of this.#waiting) resolve()
  }

  failed(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error)
  }

  #run(sql: string): void {
    this.#connection.statement(sql).run([])
  }
}
