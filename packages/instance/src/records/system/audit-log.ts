import { randomUUID } from 'node:crypto'
import { isoMicros } from '../../platform/clock.ts'
import type { Vault } from '../../platform/vault.ts'
import { type Caller, credentialName } from '../../request/caller.ts'
import type { Actor, AuditedChange, DeclaredTable } from './declared-table.ts'
import { type Difference, difference } from './difference.ts'
import type { RowReading } from './row-reading.ts'
import type { Row, Tx } from './sql-runner.ts'

/** Returns the app, the token, the assistant and the custom API through which a person called, for reports; `null` if there is none. */
export function throughWhat({ app, program, assistant, endpoint }: Caller): string | null {
  const credential = credentialName(program)
  const used = [
    ...(app === null ? [] : [app.name]),
    ...(credential === null ? [] : [credential]),
    ...(assistant === undefined ? [] : [`assistant ${assistant}`]),
    ...(endpoint === undefined ? [] : [`custom API ${endpoint}`]),
  ]
  return used.length === 0 ? null : used.join(', ')
}

/** Returns the name of the caller in reports: the person's email, `api:{app}` for an API key alone, a part of the instance, or `null`. */
export function callerName({ user, app, actor }: Caller): string | null {
  if (user !== null) return user.email
  return app === null ? (actor ?? null) : `api:${app.name}`
}

/** The record as part of which other records are written. */
export interface Owner {
  readonly resource: string
  readonly id: string
}

/** A change that changes something, with the names of what it changes; settings as `config.host`. */
export interface RuledChange extends AuditedChange {
  readonly changed: readonly string[]
}

/** Throws if a change may not be made, whoever makes it. */
export type ChangeRule = (tx: Tx, changes: readonly RuledChange[]) => Promise<void>

/** Keeps in step what is derived from records, at the end of a transaction that changed them. */
export type FollowUp = (tx: Tx, changes: readonly RuledChange[]) => Promise<void>

/** What the last step of a transaction needs. */
export interface AuditReading extends RowReading {
  /** `null`: every change may be made that got here. */
  readonly changeRule: ChangeRule | null
  /** `null`: nothing is derived from these records. */
  readonly followUp: FollowUp | null
}

interface Noted {
  readonly change: AuditedChange
  readonly actor: Actor
  readonly owner: Owner | null
}

/** Collects the changes of a transaction for the audit log; written as its last step (docs/wire/reports.md). */
export class AuditLog {
  readonly #noted: Noted[] = []
  #owner: Owner | null = null
  #writeId: string | null = null

  note(change: AuditedChange, actor: Actor): void {
    if (change.declared.auditedAs !== null) this.#noted.push({ change, actor, owner: this.#owner })
  }

  /** Attributes the changes noted by the work to the owner. */
  async within<T>(owner: Owner | null, work: () => Promise<T>): Promise<T> {
    const before = this.#owner
    this.#owner = owner
    try {
      return await work()
    } finally {
      this.#owner = before
    }
  }

  /** Number of notes so far. */
  get mark(): number {
    return this.#noted.length
  }

  /** Drops the notes since the mark, as their writes are rolled back. */
  rollbackTo(mark: number): void {
    this.#noted.length = mark
  }

  /** Writes the notes so far; long work calls it periodically. */
  async write(tx: Tx, reading: AuditReading): Promise<void> {
    if (this.#noted.length === 0) return
    this.#writeId ??= randomUUID()
    const writeId = this.#writeId
    const found = this.#noted.flatMap((noted) => {
      const differing = difference(noted.change, reading)
      return differing === null ? [] : [{ ...noted, differing }]
    })
    this.#noted.length = 0
    const changes = found.map(({ change, differing: { changed } }) => ({ ...change, changed }))
    await reading.changeRule?.(tx, changes)
    await reading.followUp?.(tx, changes)
    const rows = found.map((each) => entryOf(each, writeId, reading))
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce)
      const inserted = tx.all(insertText(some.length), ...some.flat())
      if (inserted instanceof Promise) await inserted
    }
  }
}

const rowsAtOnce = 40

const names = [
  'created_date',
  'user_id',
  'user_email',
  'app_name',
  'address',
  'request_verb',
  'action',
  'resource',
  'record_id',
  'record_name',
  'owner_resource',
  'owner_id',
  'write_id',
  'changed',
  'before',
  'after',
]

function entryOf(
  { change, actor, owner, differing }: Noted & { readonly differing: Difference },
  writeId: string,
  reading: RowReading,
): readonly unknown[] {
  const { declared, key, previous, next } = change
  const { caller, now, address, verb } = actor
  return [
    isoMicros(now),
    caller.user?.id ?? null,
    callerName(caller),
    throughWhat(caller),
    address,
    verb,
    previous === null ? 'created' : next === null ? 'deleted' : 'modified',
    declared.auditedAs,
    String(key),
    nameOf({ ...previous, ...next }),
    owner?.resource ?? null,
    owner?.id ?? null,
    writeId,
    differing.changed.join(', '),
    textOf(differing.before, declared, reading.vault),
    textOf(differing.after, declared, reading.vault),
  ]
}

/** Values that are sealed in the record are sealed here too. */
function textOf(row: Row | null, { columns }: DeclaredTable, vault: Vault): string | null {
  if (row === null) return null
  const text = JSON.stringify(row)
  return columns.some(({ auditedAs }) => auditedAs !== null) ? vault.seal(text) : text
}

function nameOf({ name, component, path }: Row): string | null {
  const found = [name, component, path].find((each) => typeof each === 'string' && each !== '')
  return typeof found === 'string' ? found : null
}

const quotedNames = names.map((name) => `"${name}"`).join(', ')
const placeholders = `(${names.map(() => '?').join(', ')})`

function insertText(rows: number): string {
  return `INSERT INTO "audit" (${quotedNames}) VALUES ${Array.from({ length: rows }, () => placeholders).join(', ')}`
}
