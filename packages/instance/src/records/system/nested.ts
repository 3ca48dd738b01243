import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { readKey } from '../../request/body.ts'
import { quoted } from './dialect.ts'
import type { HasMany, HasOne, WritableRelation } from './relation.ts'
import { deleteRow, insertRow, storedRow, touchRow, updateRow } from './rows.ts'
import type { Author, Shape } from './shape.ts'
import type { FirstRow, Row, Tx } from './sql-runner.ts'
import { readStoredValues, type SentOptions } from './stored-values.ts'
import type { WriteLog } from './write-log.ts'

/** The rows of one relation in a parent's body, made ready to be written. */
export interface NestedRows {
  readonly relation: WritableRelation
  /** Null: the row of a has-one is to go. */
  readonly rows: readonly Row[] | null
}

export interface NestedStep {
  readonly tx: Tx
  readonly log: WriteLog
  readonly owner: number
  readonly ownerShape: Shape
  /** The owner is new: its rows are inserted, whatever identifiers they carry. */
  readonly creating: boolean
  readonly author: Author
  readonly draft: Omit<SentOptions, 'creating'>
}

/** Finds what a body says of each writable relation; refuses what is not a list with 400. */
export function readNested(
  relations: readonly WritableRelation[],
  body: Readonly<Row>,
  textual: boolean,
): NestedRows[] {
  return relations.flatMap((relation): NestedRows[] => {
    const sent = textual ? readCell(body[relation.name]) : body[relation.name]
    if (sent === undefined) return []
    if (relation.kind === 'hasOne') return [{ relation, rows: oneOf(relation, sent) }]
    const rows = textual && isRecord(sent) ? [sent] : sent
    if (rows === null) return []
    if (!Array.isArray(rows)) throw new Problem(400, `'${relation.name}' has to be a list of records.`)
    return [{ relation, rows: rows.flatMap((row) => recordOf(relation.name, row)) }]
  })
}

/** Writes related rows with their owner (docs/wire/requests.md); rows that are not mentioned stay as they are. */
export async function writeNested({ relation, rows }: NestedRows, step: NestedStep): Promise<void> {
  if (relation.kind === 'hasOne') return writeOne(relation, rows, step)
  for (const row of rows ?? []) await writeMany(relation, row, step)
}

async function writeOne(relation: HasOne, rows: readonly Row[] | null, step: NestedStep): Promise<void> {
  const { tx, owner, log } = step
  const { target, foreignKey } = relation
  const stored = await storedBy(tx, relation, owner)
  const [row] = rows ?? []
  if (row === undefined || row[foreignKey] === null) {
    if (stored === undefined) return
    await tx.all(`DELETE FROM ${quoted(target.table)} WHERE ${quoted(foreignKey)} = ?`, owner)
    step.author.auditLog.note({ shape: target, key: owner, previous: stored, next: null }, step.author)
    log.changed(target.table, owner)
    return
  }
  if (stored === undefined) {
    await insertNested(relation, row, step)
    return
  }
  const values = readStoredValues(target, row, { ...step.draft, creating: false })
  delete values[foreignKey]
  await updateRow(tx, target, { values, previous: stored }, owner, step.author)
  log.changed(target.table, owner)
}

async function writeMany(relation: HasMany, row: Row, step: NestedStep): Promise<void> {
  const { tx, owner, log, author } = step
  const { target, foreignKey } = relation
  const sent = step.creating ? undefined : row[target.key]
  const named = isGiven(sent)
  const detached = named && row[foreignKey] === null
  const stored = named ? await identified(relation, sent, step) : await matched(relation, row, step)
  if (stored === undefined) {
    if (detached) return
    if (named) throw new Problem(400, `'${relation.name}' holds no record with identifier '${String(sent)}'.`)
    return insertNested(relation, row, step)
  }
  const key = Number(stored[target.key])
  log.changed(target.table, key)
  if (detached) return deleteRow(tx, target, stored, key, author)
  const values = readStoredValues(target, row, { ...step.draft, creating: false })
  const next = Number(readKey(row[foreignKey], 'number') ?? owner)
  values[foreignKey] = next
  await updateRow(tx, target, { values, previous: stored }, key, author)
  if (next === owner) return
  await touchRow(tx, step.ownerShape, next)
  log.changed(step.ownerShape.table, next)
}

async function insertNested({ target, foreignKey }: WritableRelation, row: Row, step: NestedStep): Promise<void> {
  const values = readStoredValues(target, { ...row, [foreignKey]: step.owner }, { ...step.draft, creating: true })
  await insertRow(step.tx, target, values, step.author)
  step.log.inserted(target.table)
}

/** The owner's row with this identifier. */
async function identified(relation: HasMany, sent: unknown, { tx, owner }: NestedStep): Promise<Row | undefined> {
  const { target, foreignKey } = relation
  const key = readKey(sent, target.keyType)
  const stored = key === null ? undefined : await storedRow(tx, target, key)
  return stored?.[foreignKey] === owner ? stored : undefined
}

async function matched({ target, foreignKey, matchBy }: HasMany, row: Row, step: NestedStep): Promise<Row | undefined> {
  const value = matchBy === undefined || step.creating ? undefined : row[matchBy]
  if (matchBy === undefined || typeof value !== 'string') return undefined
  return step.tx.first(
    `SELECT * FROM ${quoted(target.table)} WHERE ${quoted(foreignKey)} = ? AND ${quoted(matchBy)} = ?${step.tx.dialect.lock}`,
    step.owner,
    value,
  )
}

function storedBy(tx: Tx, { target, foreignKey }: HasOne, owner: number): FirstRow {
  return tx.first(`SELECT * FROM ${quoted(target.table)} WHERE ${quoted(foreignKey)} = ?${tx.dialect.lock}`, owner)
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

/** A cell of a file holds related rows as JSON text. */
function readCell(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent
  if (sent.trim() === '') return undefined
  try {
    return JSON.parse(sent)
  } catch {
    return sent
  }
}

function isGiven(key: unknown): boolean {
  return key !== undefined && key !== null && key !== ''
}
