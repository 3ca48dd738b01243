import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import { Yielder } from '../../../platform/yielder.ts'
import type { AuditReading } from '../../../records/system/audit-log.ts'
import type { Key } from '../../../records/system/dialect.ts'
import { storedRow } from '../../../records/system/rows.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Writer } from '../../ground/system/writer.ts'
import { readHash } from '../../identity/people/passwords.ts'
import { type KnownRows, missingReferences, resolveRecord } from './named-record.ts'
import { isPerson, type NestedPart, type PackagedType, type ReferredType, referredAs } from './packaged-types.ts'
import type { PlannedItem } from './plan.ts'

export interface SystemStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly reading: AuditReading
  readonly request: ApiRequest
}

/** The known targets of required references. Those that the import creates are added. */
export type Targets = ReadonlyMap<ReferredType, Map<string, number>>

/** `wanted`: the required types. */
export async function readTargets(known: KnownRows, wanted: ReadonlySet<ReferredType>): Promise<Targets> {
  const targets = new Map<ReferredType, Map<string, number>>()
  for (const type of wanted) {
    targets.set(type, new Map([...(await known.names(type))].map(([id, name]) => [name, id])))
  }
  return targets
}

/** Writes planned records in order (see `writeItem`), with their changes in the audit log. */
export async function writeItems(
  items: AsyncIterable<readonly PlannedItem[]>,
  writers: ReadonlyMap<string, Writer>,
  targets: Targets,
  step: SystemStep,
): Promise<string[]> {
  const yielder = new Yielder()
  const warnings: string[] = []
  const open: PlannedItem[] = []
  for await (const some of items) {
    for (const item of some) {
      const writer = writers.get(item.type.name)
      if (writer === undefined) continue
      const found = await writeItem(item, writer, targets, step)
      // Settings of services can refer to records that are written later.
      if (item.type.name === 'service' && found.length > 0) open.push(item)
      else warnings.push(...found)
      await yielder.step()
    }
    await step.log.auditLog.write(step.tx, step.reading)
  }
  for (const item of open) {
    const writer = writers.get('service')
    const again: PlannedItem = { ...item, action: 'change', key: targets.get('service')?.get(item.name) ?? null }
    if (writer !== undefined) warnings.push(...(await writeItem(again, writer, targets, step)))
  }
  return warnings
}

/**
 * Writes a planned record inside the import's transaction and stores its id, unless it stays unchanged. Returns sentences about
 * what could not be imported. Throws an error that names the record.
 */
async function writeItem(
  { type, name, action, record, key }: PlannedItem,
  writer: Writer,
  targets: Targets,
  { tx, log, request }: SystemStep,
): Promise<string[]> {
  if (action === 'leave') return []
  const { record: resolved, dangling } = resolveRecord(type, record, (to, wanted) =>
    targets.get(to)?.get(String(wanted)),
  )
  const warnings = missingReferences(type, record, dangling)
  if (type.needsReferences && dangling.length > 0) throw new Problem(409, warnings.join(' '))
  const recordRequest: ApiRequest = {
    ...request,
    params: {},
    payload: undefined,
    payloadFormat: 'json',
    resource: `system/${type.name}`,
  }
  const write = { tx, log, request: recordRequest }
  try {
    const sent = key === null ? withoutMasks(resolved) : await withRowsThere(type, resolved, key, tx)
    const prepared = await writer.prepare(sent, key === null, recordRequest)
    if (isPerson(type)) warnings.push(...(await takePassword(prepared.values, record, key, type, tx)))
    const { id } = await (key === null ? writer.create(prepared, write) : writer.update(key, prepared, write))
    const to = referredAs(type)
    if (to !== null) targets.get(to)?.set(name, Number(id))
  } catch (error) {
    if (error instanceof Problem) {
      throw new Problem(error.status, `${type.name} ${name}: ${reasonOf(error)}`, { context: error.context ?? null })
    }
    throw error
  }
  return warnings
}

function reasonOf({ message, context }: Problem): string {
  if (!isRecord(context)) return message
  const complaints = Object.values(context)
    .flat()
    .filter((each) => typeof each === 'string')
  return complaints.length === 0 ? message : complaints.join(' ')
}

/** A mask is not a value for a new record. */
function withoutMasks(record: Readonly<Row>): Row {
  if (!isRecord(record.config)) return { ...record }
  const config = Object.fromEntries(Object.entries(record.config).filter(([, value]) => value !== secretMask))
  return { ...record, config }
}

/**
 * Adds the ids of matching existing rows to nested rows, so that these are updated instead of duplicated. `whole`: also adds commands that
 * delete the other existing rows.
 */
export async function withRowsThere(
  type: PackagedType,
  record: Readonly<Row>,
  key: Key,
  tx: Tx,
  whole = false,
): Promise<Row> {
  const merged: Row = { ...record }
  for (const part of type.nested) {
    const rows = record[part.relation]
    if ((part.sameBy === undefined && !whole) || !Array.isArray(rows)) continue
    const relation = type.declaration.relations.find(({ name }) => name === part.relation)
    if (relation?.kind !== 'hasMany') continue
    const { target, foreignKey } = relation
    const stored = await tx.all(`SELECT * FROM "${target.table}" WHERE "${foreignKey}" = ? ORDER BY "id"`, key)
    const matched = rows.map((row) => withId(row, part, stored))
    merged[part.relation] = whole ? [...stored.map(({ id }) => ({ id, [foreignKey]: null })), ...matched] : matched
  }
  return merged
}

function withId(row: Readonly<Row>, { sameBy = ['name'] }: NestedPart, stored: Row[]): Row {
  const at = stored.findIndex((each) => sameBy.every((column) => (each[column] ?? null) === (row[column] ?? null)))
  const [same] = at < 0 ? [] : stored.splice(at, 1)
  return same === undefined ? { ...row } : { ...row, id: same.id }
}

/** Password hashes are imported only in the format that this instance verifies. */
async function takePassword(
  values: Row,
  { password }: Readonly<Row>,
  key: Key | null,
  type: PackagedType,
  tx: Tx,
): Promise<string[]> {
  delete values.password
  if (typeof password !== 'string') return []
  if (readHash(password) === null) {
    return [`${type.name} ${String(values.email)}: the password has a hash format that cannot be imported.`]
  }
  const stored = key === null ? undefined : await storedRow(tx, type.declaration.declared, key)
  if (stored?.password !== password) values.password = password
  return []
}
