import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { createWriter, type Writer } from '../../ground/system/writer.ts'
import { readTargets, type Targets, withRowsThere } from '../packages/import-system.ts'
import { createKnownRows, resolveRecord } from '../packages/named-record.ts'
import { type PackagedType, type PackagedTypes, referredAs, referredTypes } from '../packages/packaged-types.ts'

/** A record whose references are names. `type`: the resource below `system`. */
export interface PackagedRecord {
  readonly type: string
  readonly name: string
  readonly row: Row
}

interface ImportOptions {
  /** Whether records that exist are changed; else they are skipped. */
  readonly overwrite: boolean
  /** Whether nothing stays written. */
  readonly isTrial: boolean
  /** Whether each record is written for itself. */
  readonly partial: boolean
}

interface Importing {
  readonly parts: Parts
  readonly types: PackagedTypes
  readonly request: ApiRequest
}

type Counts = Record<string, number>

export interface ImportOutcome {
  readonly success: boolean
  /** Numbers of records, by the plural of their type. */
  readonly created: Counts
  readonly updated: Counts
  readonly skipped: Counts
  /** A sentence for each record that was refused. */
  readonly errors: readonly string[]
}

/** Ends a transaction of which nothing is to stay. */
class Undone extends Error {}

/**
 * Writes records in their order, those that others name first: all of them in one transaction, or none if one is refused, unless `partial`.
 * Nested rows of a record are replaced as a whole.
 */
export async function importRecords(
  records: readonly PackagedRecord[],
  { overwrite, isTrial, partial }: ImportOptions,
  { parts, types, request }: Importing,
): Promise<ImportOutcome> {
  const known = createKnownRows(parts.store)
  const targets = await readTargets(known, new Set(referredTypes))
  const kinds = kindsOf(records, types, parts)
  const errors: string[] = []
  const counts = { created: countsOf(kinds), updated: countsOf(kinds), skipped: countsOf(kinds) }
  const [lead] = kinds.values()
  if (lead !== undefined && partial && !isTrial) {
    for (const record of records) await attempt(record, () => alone(record))
  } else if (lead !== undefined) {
    await lead.writer.commitTogether(writeAll).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  }
  return { success: errors.length === 0, ...counts, errors }

  async function writeAll(tx: Tx, log: WriteLog): Promise<void> {
    for (const record of records) {
      // A statement that fails ends the transaction, so that nothing after it can be tried.
      if (!(await attempt(record, () => write(record, { tx, log })))) break
    }
    if (errors.length > 0 || isTrial) throw new Undone()
  }

  async function alone(record: PackagedRecord): Promise<void> {
    await kinds.get(record.type)?.writer.commit((tx, log) => write(record, { tx, log }))
  }

  async function attempt({ type, name }: PackagedRecord, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      errors.push(`${type} ${name}: ${reasonOf(error)}`)
      return false
    }
  }

  async function write({ type, name, row }: PackagedRecord, step: { tx: Tx; log: WriteLog }): Promise<void> {
    const kind = kinds.get(type)
    if (kind === undefined) return
    const key = targetOf(kind.type, name, targets)
    if (key !== null && !overwrite) return count(counts.skipped, type)
    const { record, dangling } = resolveRecord(kind.type, row, (to, value) => targets.get(to)?.get(String(value)))
    const [lost] = dangling
    if (lost !== undefined) throw new Problem(400, `There is no ${lost.type} '${lost.value}'.`)
    const recordRequest: ApiRequest = {
      ...request,
      params: {},
      payload: undefined,
      payloadFormat: 'json',
      resource: `system/${type}`,
    }
    const sent = key === null ? withoutMasks(record) : await withRowsThere(kind.type, record, key, step.tx, true)
    const prepared = await kind.writer.prepare(sent, key === null, recordRequest)
    if (key === null) {
      const { id } = await kind.writer.create(prepared, { ...step, request: recordRequest })
      const to = referredAs(kind.type)
      if (to !== null) targets.get(to)?.set(name, Number(id))
    } else await kind.writer.update(key, prepared, { ...step, request: recordRequest })
    count(key === null ? counts.created : counts.updated, type)
  }
}

interface Kind {
  readonly type: PackagedType
  readonly writer: Writer
}

function kindsOf(
  records: readonly PackagedRecord[],
  { named }: PackagedTypes,
  parts: Parts,
): ReadonlyMap<string, Kind> {
  const names = new Set(records.map(({ type }) => type))
  const kinds = [...names].flatMap((name): [string, Kind][] => {
    const type = named.get(name)
    return type === undefined ? [] : [[name, { type, writer: createWriter(type.declaration, parts) }]]
  })
  return new Map(kinds)
}

function targetOf(type: PackagedType, name: string, targets: Targets): Key | null {
  const to = referredAs(type)
  return to === null ? null : (targets.get(to)?.get(name) ?? null)
}

const pluralOf = (type: string) => `${type}s`
const countsOf = (kinds: ReadonlyMap<string, Kind>): Counts =>
  Object.fromEntries([...kinds.keys()].map((type) => [pluralOf(type), 0]))

function count(counts: Counts, type: string): void {
  counts[pluralOf(type)] = (counts[pluralOf(type)] ?? 0) + 1
}

/** A mask is not a value for a new record. */
function withoutMasks(record: Readonly<Row>): Row {
  if (!isRecord(record.config)) return { ...record }
  const config = Object.fromEntries(Object.entries(record.config).filter(([, value]) => value !== secretMask))
  return { ...record, config }
}

function reasonOf({ message, context }: Problem): string {
  const complaints = Object.values(isRecord(context) ? context : {})
    .flat()
    .filter((each) => typeof each === 'string')
  return complaints.length === 0 ? message : complaints.join(' ')
}
