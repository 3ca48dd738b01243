import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { readKey } from '../../request/body.ts'
import { type RelatedTarget, withoutMember, writeRelated } from '../write-related-rows.ts'
import type { SentRelation } from '../written-values.ts'
import type { Actor, DeclaredTable } from './declared-table.ts'
import type { Key } from './dialect.ts'
import type { HasOne, WritableRelation } from './relation.ts'
import { deleteRow, insertRow, storedRow, storedRowBy, touchRow, updateRow } from './rows.ts'
import type { Row, Tx } from './sql-runner.ts'
import { readStoredValues, type SentOptions } from './stored-values.ts'
import type { WriteLog } from './write-log.ts'

/** The rows of one relation in a parent's body, prepared for writing. */
export interface NestedRows {
  readonly relation: WritableRelation
  /** `null`: the row of a has-one relation is removed. */
  readonly rows: readonly Row[] | null
}

export interface NestedStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly owner: number
  readonly ownerTable: DeclaredTable
  /** The owner is new: its rows are inserted whatever their ids. */
  readonly creating: boolean
  readonly actor: Actor
  readonly draft: Omit<SentOptions, 'creating'>
}

/** Reads the relations in a body. Throws 400 if a to-many relation is not a list. */
export function readNested(related: readonly SentRelation<WritableRelation>[], textual: boolean): NestedRows[] {
  return related.flatMap(({ relation, sent: content }): NestedRows[] => {
    const sent = textual ? readCell(content) : content
    if (sent === undefined) return []
    if (relation.kind === 'hasOne') return [{ relation, rows: oneOf(relation, sent) }]
    const rows = textual && isRecord(sent) ? [sent] : sent
    if (rows === null) return []
    if (!Array.isArray(rows)) throw new Problem(400, `'${relation.name}' must be a list of records.`)
    return [{ relation, rows: rows.flatMap((row) => recordOf(relation.name, row)) }]
  })
}

/** Writes related rows with their owner (docs/wire/requests.md); rows that are not mentioned stay unchanged. */
export async function writeNested(nested: NestedRows, step: NestedStep): Promise<void> {
  const { name, kind, foreignKey } = nested.relation
  const relation = {
    type: kind === 'hasOne' ? ('has_one' as const) : ('has_many' as const),
    apiName: name,
    refFields: [foreignKey],
    junctionFields: [],
    junctionRefFields: [],
  }
  const target = ownedRows(nested.relation, step)
  const related = { relation, sent: sentRows(nested, step), target, junction: null, ownNames: [] }
  await writeRelated({ ...related, mayDelete: true, mayMove: kind === 'hasMany' }, step.owner)
}

/** A has-one row is identified by its owner, and rows of a new owner are new themselves. */
function sentRows({ relation, rows }: NestedRows, { creating }: NestedStep): readonly Row[] | Row | null {
  const { target, foreignKey, kind } = relation
  const records = kind === 'hasOne' || creating ? rows?.map((row) => withoutMember(row, target.key)) : rows
  if (kind === 'hasMany') return records ?? []
  return rows?.[0]?.[foreignKey] === null ? null : (records?.[0] ?? null)
}

/** Returns the rows of an owner as the target of a relation; other rows count as missing. */
function ownedRows(
  { name, target: declared, foreignKey, ...relation }: WritableRelation,
  step: NestedStep,
): RelatedTarget {
  const { tx, owner, log, actor } = step
  const matchBy = relation.kind === 'hasMany' ? relation.matchBy : undefined
  const found = new Map<unknown, Row>()

  async function storedBy(values: Readonly<Record<string, Key>>): Promise<Row | undefined> {
    const stored = await storedRowBy(tx, declared, { [foreignKey]: owner, ...values })
    if (stored !== undefined) found.set(stored[declared.key], stored)
    return stored
  }

  async function storedAt(rawKey: unknown): Promise<Row | undefined> {
    const key = readKey(rawKey, declared.keyType)
    if (key === null) return undefined
    const stored = found.get(key) ?? (await storedRow(tx, declared, key))
    found.delete(key)
    return stored?.[foreignKey] === owner ? stored : undefined
  }

  return {
    label: declared.label,
    key: declared.key,
    generatesKey: true,
    nameOf: (column) => column,
    allowsNull: () => false,
    missing: (key) => new Problem(400, `'${name}' holds no record with identifier '${String(key)}'.`),
    async match(record) {
      const value = matchBy === undefined || step.creating ? undefined : record[matchBy]
      return matchBy === undefined || typeof value !== 'string'
        ? undefined
        : (await storedBy({ [matchBy]: value }))?.[declared.key]
    },
    async create(record) {
      const inserted = await insertRow(
        tx,
        declared,
        readStoredValues(declared, record, { ...step.draft, creating: true }),
        actor,
      )
      log.inserted(declared.table)
      return inserted[declared.key]
    },
    async change(rawKey, record) {
      const previous = await storedAt(rawKey)
      if (previous === undefined) return false
      const key = Number(previous[declared.key])
      const values = readStoredValues(declared, record, { ...step.draft, creating: false })
      const next = Number(readKey(record[foreignKey], 'number') ?? owner)
      if (relation.kind === 'hasMany') values[foreignKey] = next
      else delete values[foreignKey]
      await updateRow(tx, declared, { values, previous }, key, actor)
      log.changed(declared.table, key)
      if (next === owner) return true
      await touchRow(tx, step.ownerTable, next)
      log.changed(step.ownerTable.table, next)
      return true
    },
    async find() {
      const stored = await storedBy({})
      return stored === undefined ? [] : [stored]
    },
    async remove(values) {
      const previous = await storedAt(values[declared.key])
      if (previous === undefined) return
      const key = Number(previous[declared.key])
      await deleteRow(tx, declared, previous, key, actor)
      log.changed(declared.table, key)
    },
  }
}

function oneOf({ name }: HasOne, sent: unknown): Row[] | null {
  const row = Array.isArray(sent) ? sent[0] : sent
  if (row === null || row === undefined) return null
  return isRecord(row) && Object.keys(row).length === 0 ? null : recordOf(name, row)
}

function recordOf(name: string, row: unknown): Row[] {
  if (row === null || row === '' || row === undefined || (Array.isArray(row) && row.length === 0)) return []
  if (!isRecord(row)) throw new Problem(400, `'${name}' holds something that is not a record.`)
  return Object.keys(row).length === 0 ? [] : [row]
}

/** Parses a cell of a file, which holds related rows as JSON text. */
function readCell(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  if (sent.trim() === '') return undefined
  try {
    return JSON.parse(sent)
  } catch {
    return sent
  }
}
