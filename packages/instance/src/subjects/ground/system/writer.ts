import type { Parts } from '../../../gateway/parts.ts'
import { brokenRule, withAllDuplicates } from '../../../records/system/broken-rule.ts'
import { dialectOf, type Key } from '../../../records/system/dialect.ts'
import { etagOf, matches, Stale } from '../../../records/system/etag.ts'
import { type NestedRows, type NestedStep, readNested, writeNested } from '../../../records/system/nested.ts'
import { isWritable } from '../../../records/system/relation.ts'
import { deleteRow, insertRow, storedRow, updateRow } from '../../../records/system/rows.ts'
import { type Row, type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import { readStoredRecord } from '../../../records/system/stored-values.ts'
import { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { readKey } from '../../../request/body.ts'
import type { Store } from '../../../store/store.ts'
import { actorOf } from './actor.ts'
import { detachDependents, logDependents } from './dependents/graph.ts'
import { notFound } from './reader.ts'
import type { ResourceDeclaration } from './resource.ts'

/** A record parsed from a body, ready to be stored. */
export interface Prepared {
  readonly values: Row
  readonly nested: readonly NestedRows[]
  readonly body: Readonly<Row>
}

export interface WrittenRow {
  readonly id: Key
  /** `null` if the table has no revisions. */
  readonly etag: string | null
}

/** The context of one request's writes. */
export interface Write {
  readonly tx: Tx
  readonly log: WriteLog
  readonly request: ApiRequest
  /** Expected ETag of the record; `undefined`: any. */
  readonly ifMatch?: string | undefined
}

export interface Writer {
  /** Validates and completes a sent record; slow work happens here, outside of any transaction. */
  prepare(record: unknown, creating: boolean, request: ApiRequest): Promise<Prepared> | Prepared
  create(prepared: Prepared, write: Write): Promise<WrittenRow>
  update(id: Key, prepared: Prepared, write: Write): Promise<WrittenRow>
  remove(id: Key, write: Write): Promise<WrittenRow>
  /** Runs `work` on one record in a transaction and publishes its changes. */
  commit: Commit
  /** Like `commit`, for several records. */
  commitTogether: Commit
}

type Commit = <T>(work: (tx: Tx, log: WriteLog) => Promise<T>) => Promise<{ result: T; log: WriteLog }>

export function createWriter(declaration: ResourceDeclaration, parts: Parts): Writer {
  const { declared, scope } = declaration
  const { store, vault } = parts
  const writable = new Map(declaration.relations.filter(isWritable).map((relation) => [relation.name, relation]))
  const order = [...writable.keys()]
  const dialect = dialectOf(store.engine)
  const scoped = Object.entries(scope.values)

  const actor = ({ request, log }: Pick<Write, 'request' | 'log'>) => actorOf(request, log, parts)

  async function current(id: Key, { tx, ifMatch }: Write): Promise<Row> {
    const previous = await storedRow(tx, declared, id)
    if (previous === undefined) throw notFound(id)
    if (scoped.some(([column, value]) => previous[column] !== value)) throw scope.outside?.() ?? notFound(id)
    if (declared.audit === 'full' && !matches(ifMatch, etagOf(id, previous.revision))) throw new Stale()
    return previous
  }

  async function writeRelations(id: Key, { nested }: Prepared, creating: boolean, write: Write): Promise<void> {
    if (nested.length === 0 || typeof id !== 'number') return
    const { tx, log, request } = write
    const draft = { textual: isTextual(request), vault }
    const step: NestedStep = { tx, log, owner: id, ownerTable: declared, creating, actor: actor(write), draft }
    await log.auditLog.within({ resource: declaration.name, id: String(id) }, async () => {
      for (const rows of nested) await writeNested(rows, step)
    })
  }

  async function ruled<T>(work: () => Promise<T>, body: Readonly<Row>, id: Key | null): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw brokenRule(error, body, id)
    }
  }

  async function insert(prepared: Prepared, write: Write): Promise<WrittenRow> {
    const { tx, log, request } = write
    const values = { ...prepared.values, ...scope.values }
    const step = { tx, log, request, parts, values, previous: null, body: prepared.body }
    const before = declaration.beforeWrite?.(step)
    if (before !== undefined) await before
    const inserted = await insertRow(tx, declared, values, actor(write))
    const id = declared.keyType === 'number' ? Number(inserted[declared.key]) : String(inserted[declared.key])
    log.inserted(declared.table)
    if (prepared.nested.length > 0) await writeRelations(id, prepared, true, write)
    const after = declaration.afterWrite?.({ ...step, id })
    if (after !== undefined) await after
    return { id, etag: etagAt(id, inserted.revision) }
  }

  async function upsert(prepared: Prepared, write: Write): Promise<WrittenRow> {
    const recordKey = readKey(prepared.values[declared.key], declared.keyType)
    const existing = recordKey === null ? undefined : await storedRow(write.tx, declared, recordKey)
    return recordKey === null || existing === undefined
      ? insert(prepared, write)
      : change(recordKey, existing, prepared, write)
  }

  async function change(id: Key, previous: Row, prepared: Prepared, write: Write): Promise<WrittenRow> {
    const { tx, log, request } = write
    const values = { ...prepared.values }
    if (declared.keyType === 'text') delete values[declared.key]
    const step = { tx, log, request, parts, values, previous, body: prepared.body }
    await declaration.beforeWrite?.(step)
    const changes = Object.keys(values).length > 0 || prepared.nested.length > 0
    if (changes) {
      await updateRow(tx, declared, { values, previous }, id, actor(write))
      noteChange(log, id)
      await writeRelations(id, prepared, false, write)
    }
    await declaration.afterWrite?.({ ...step, id })
    return { id, etag: etagAt(id, Number(previous.revision) + (changes ? 1 : 0)) }
  }

  async function erase(id: Key, write: Write): Promise<WrittenRow> {
    const { tx, log, request } = write
    const previous = await current(id, write)
    await logDependents(tx, declared, id, actor(write))
    await detachDependents(tx, declared.table, id, log)
    await declaration.beforeDelete?.({ tx, request, parts, previous, id, log })
    await deleteRow(tx, declared, previous, id, actor(write))
    noteChange(log, id)
    return { id, etag: null }
  }

  const etagAt = (id: Key, revision: unknown) => (declared.audit === 'full' ? etagOf(id, revision) : null)
  const noteChange = (log: WriteLog, id: Key) => log.changed(declared.table, ...(typeof id === 'number' ? [id] : []))

  async function committed<T>(
    work: (tx: Tx, log: WriteLog) => Promise<T>,
    write: Store['write'],
  ): Promise<{ result: T; log: WriteLog }> {
    try {
      const done = await write(async (statements) => {
        const log = new WriteLog()
        const tx = transactionOf(dialect, statements)
        const result = await work(tx, log)
        await log.auditLog.write(tx, parts)
        const publication = store.changes.publishIn(statements, log.changes())
        if (publication !== undefined) await publication
        return { result, log }
      })
      store.changes.publishHere(done.log.changes())
      for (const step of done.log.afterwards) step()
      return done
    } catch (error) {
      throw await withAllDuplicates(error, store, declared)
    }
  }

  return {
    prepare(record, creating, request) {
      const textual = isTextual(request)
      const { values, related, body } = readStoredRecord(declared, writable, record, { creating, textual, vault })
      const nested = readNested(related, textual)
      // In the order in which they are declared: rows of later relations may depend on those of earlier ones.
      nested.sort((one, other) => order.indexOf(one.relation.name) - order.indexOf(other.relation.name))
      const slow = declaration.prepare?.({ values, body, creating, request }, parts)
      const prepared = { values, nested, body }
      return slow === undefined ? prepared : slow.then(() => prepared)
    },

    create: (prepared, write) =>
      ruled(() => (declaration.upsert ? upsert(prepared, write) : insert(prepared, write)), prepared.body, null),

    update: (id, prepared, write) =>
      ruled(async () => change(id, await current(id, write), prepared, write), prepared.body, id),

    remove: (id, write) => ruled(() => erase(id, write), {}, id),

    commit: (work) => committed(work, store.writeBriefly),
    commitTogether: (work) => committed(work, store.write),
  }
}

/** Whether values were sent as strings, to be parsed by the type of their field. */
function isTextual({ payloadFormat }: ApiRequest): boolean {
  return payloadFormat === 'csv' || payloadFormat === 'xml' || payloadFormat === 'form'
}
