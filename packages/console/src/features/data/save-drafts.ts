import { batchCode } from '@millwright/contract/problem'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { equals } from '../../instance/value-filter.ts'
import type { RowDraft } from '../../widgets/grid/drafts.ts'
import type { GridRecord, GridRow } from '../../widgets/grid/grid-source.ts'
import { changeSet, writeWithBinary } from './data-writes.ts'
import { labelOf, readOnlyReason } from './field-kind.ts'
import { printValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import { keyPart, recordKey, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace } from './wire-table.ts'

export interface SavedDrafts {
  /** The rows of stored drafts, by their previous key; with what was sent if the response is incomplete. */
  readonly saved: ReadonlyMap<string, GridRow>
  /** Stored records by the key of their row. */
  readonly stored: ReadonlyMap<string, GridRow>
  /** Current versions of records that were changed by others. */
  readonly present: ReadonlyMap<string, GridRow>
  readonly refusals: Refusals
  /** The error of the server; `null` if everything was stored. */
  readonly error: unknown
}

/**
 * Stores drafts: the changed records in one request, the new ones in another, each in a transaction. Rejected drafts remain, with the
 * messages of the server.
 */
export async function saveDrafts(
  place: TablePlace,
  table: TableDescription,
  drafts: readonly RowDraft[],
): Promise<SavedDrafts> {
  const changed = drafts.filter(({ isNew }) => !isNew)
  const created = drafts.filter(({ isNew }) => isNew)
  const saved = new Map<string, GridRow>()
  const set = changeSet('grid')
  const stored = new Map<string, GridRow>()
  if (changed.length > 0) {
    try {
      const { refusals, present } = await findConflicts(place, table, changed)
      if (refusals.size > 0)
        return { saved, stored, present, refusals, error: new InstanceError(conflictText(refusals)) }
    } catch (error) {
      // People with write but not read access save without the check for conflicts.
      if (!(error instanceof InstanceError && error.status === 403))
        return { saved, stored, present: new Map(), refusals: refusalsOf(error, changed, table), error }
    }
  }
  for (const [verb, group] of [
    ['PATCH', changed],
    ['POST', created],
  ] as const) {
    if (group.length === 0) continue
    const records = group.map((draft) => (draft.isNew ? newRecordOf(draft, table) : changesOf(draft, table)))
    try {
      const params = { fields: '*', rollback: true, ...set }
      const rows = await writeWithBinary({ verb, place, records, params }, table)
      for (const record of rows) {
        const key = recordKey(record, table.key)
        if (key !== null && isWhole(record, table)) stored.set(key, { key, record })
      }
      for (const [at, draft] of group.entries()) {
        const created = draft.isNew ? rows[at] : undefined
        const key = (created && recordKey(created, table.key)) ?? draft.key
        const sent = { ...draft.base, ...typed(draft.changes), ...created }
        saved.set(draft.key, stored.get(key) ?? { key, record: sent })
      }
    } catch (error) {
      return { saved, stored, present: new Map(), refusals: refusalsOf(error, group, table), error }
    }
  }
  return { saved, stored, present: new Map(), refusals: new Map(), error: null }
}

/** Returns empty required cells, by row, in new records and changed fields. */
export function missingValues(drafts: readonly RowDraft[], table: TableDescription): Refusals {
  const needed = table.fields.filter((field) => field.required === true && readOnlyReason(field) === null)
  const missing = drafts.flatMap((draft) => {
    const record = draft.isNew ? newRecordOf(draft, table) : typed(draft.changes)
    const lacks = needed.filter(({ name }) => (draft.isNew || name in record) && (record[name] ?? null) === null)
    const cells = new Map(lacks.map((field) => [field.name, dataMessages.isRequired({ field: labelOf(field) })]))
    return cells.size === 0 ? [] : [[draft.key, cells] as const]
  })
  return new Map(missing)
}

/** Returns the message for a failed save: of the first rejected cell, or of the request as a whole. */
export function firstRefusal(refusals: Refusals, error: unknown, drafts: readonly RowDraft[]) {
  const [[key, cells] = []] = refusals
  const [[field = '', text = messageOf(error)] = []] = cells ?? []
  const [changed = ''] = drafts.find((draft) => draft.key === key)?.changes.keys() ?? []
  return { key, field: field || changed, text }
}

function conflictText(refusals: Refusals): string {
  const [first] = [...refusals.values()].flatMap((cells) => [...cells.values()])
  return refusals.size === 1 && first !== undefined
    ? first
    : dataMessages.othersChangedRecords({ count: refusals.size })
}

/** Returns the key of a record and its changed fields. */
function changesOf({ base, changes }: RowDraft, { key }: TableDescription): GridRecord {
  return { ...keyPart(base, key), ...typed(changes) }
}

/** Returns a new record without auto-generated values. */
function newRecordOf({ base, changes }: RowDraft, { fields, given }: TableDescription): GridRecord {
  const record = { ...base, ...typed(changes), ...given }
  const counted = fields.filter((field) => field.auto_increment && field.allow_null !== true).map(({ name }) => name)
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => value !== undefined && !(counted.includes(name) && value === null),
    ),
  )
}

function typed(changes: RowDraft['changes']): GridRecord {
  return Object.fromEntries([...changes].map(([field, { value }]) => [field, value]))
}

/** Whether the response contains the whole record; some servers return only keys, whatever is requested. */
function isWhole(record: GridRecord, { fields, key }: TableDescription): boolean {
  return fields.every(({ name, is_virtual }) => key.includes(name) || is_virtual || name in record)
}

/** Assigns the messages of an error to the rows and cells that they name. */
export function refusalsOf(error: unknown, sent: readonly RowDraft[], table: TableDescription): Refusals {
  const refusals = new Map<string, ReadonlyMap<string, string>>()
  if (!(error instanceof InstanceError)) return refusals
  if (error.code !== batchCode) {
    const [only] = sent.length === 1 ? sent : []
    if (only) refusals.set(only.key, cellsOf(error.message, error.fieldMessages, table, only))
    return refusals
  }
  for (const { index, message } of error.rowMessages) {
    const draft = sent[index]
    if (draft) refusals.set(draft.key, cellsOf(message, rowFields(error.context, index), table, draft))
  }
  return refusals
}

type FieldTexts = Readonly<Record<string, readonly string[]>>

/**
 * Returns the cells that a message is about. The context names the field; servers without one usually quote its name, alone or within the
 * name of a constraint.
 */
function cellsOf(message: string, fields: FieldTexts, table: TableDescription, draft: RowDraft) {
  const said = Object.entries(fields).filter(([name]) => table.fields.some((field) => field.name === name))
  if (said.length > 0) return new Map(said.map(([name, texts]) => [name, texts.join(' ')]))
  const quoted = [...message.matchAll(/['"`‘“]([^'"`’”]+)['"`’”]/g)].map(
    ([, name = '']) => name.split('.').at(-1) ?? '',
  )
  const named = table.fields.find(({ name }) => quoted.includes(name))
  const within = [...draft.changes.keys()].filter((name) => quoted.some((word) => word.includes(name)))
  return new Map([[named?.name ?? (within.length === 1 ? within[0] : undefined) ?? '', message]])
}

function rowFields(context: unknown, index: number): FieldTexts {
  if (!isObject(context) || !Array.isArray(context.resource)) return {}
  const row: unknown = context.resource[index]
  if (!isObject(row) || !isObject(row.context)) return {}
  return Object.fromEntries(
    Object.entries(row.context).map(([name, texts]) => [
      name,
      (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string'),
    ]),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum number of records per request, as URLs are limited in length. */
const atOnce = 50

/** Messages by row key and field; the field `''` is the whole row. */
export type Refusals = ReadonlyMap<string, ReadonlyMap<string, string>>

interface Conflicts {
  readonly refusals: Refusals
  /** Current versions of the records with conflicts. */
  readonly present: ReadonlyMap<string, GridRow>
}

/**
 * Finds cells that were changed both here and by others since they were loaded, and records that were deleted. Cells that only others
 * changed are not conflicts, as only changes are sent.
 */
async function findConflicts(
  place: TablePlace,
  table: TableDescription,
  drafts: readonly RowDraft[],
): Promise<Conflicts> {
  const refusals = new Map<string, ReadonlyMap<string, string>>()
  const present = new Map<string, GridRow>()
  for (let from = 0; from < drafts.length; from += atOnce) {
    const some = drafts.slice(from, from + atOnce)
    const stored = await readByKey(place, table, some)
    for (const draft of some) {
      const record = stored.get(draft.key)
      const cells = record ? conflictingCells(table, draft, record) : gone()
      if (cells.size === 0) continue
      refusals.set(draft.key, cells)
      if (record) present.set(draft.key, { key: draft.key, record })
    }
  }
  return { refusals, present }
}

const gone = (): ReadonlyMap<string, string> => new Map([['', dataMessages.somebodyDeletedThis]])

async function readByKey(place: TablePlace, table: TableDescription, drafts: readonly RowDraft[]) {
  const conditions = drafts.map(({ base }) => {
    const parts = table.key.map((field) => equals(field, base[field]))
    return parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : (parts[0] ?? '')
  })
  const filter = conditions.length > 1 ? conditions.map((one) => `(${one})`).join(' OR ') : (conditions[0] ?? null)
  const { rows } = await readRecords(place, { filter, fields: '*', limit: drafts.length })
  return new Map(rows.map((record) => [recordKey(record, table.key) ?? '', record]))
}

function conflictingCells(table: TableDescription, { base, changes }: RowDraft, record: GridRecord) {
  const cells = new Map<string, string>()
  for (const [name, { value }] of changes) {
    const field = table.fields.find((one) => one.name === name)
    const print = (one: unknown) =>
      one === null || one === undefined ? null : field ? printValue(field, one) : String(one)
    const now = print(record[name])
    if (now === print(base[name]) || now === print(value)) continue
    cells.set(name, now === null ? dataMessages.otherClearedValue : dataMessages.otherChangedValue({ value: now }))
  }
  return cells
}
