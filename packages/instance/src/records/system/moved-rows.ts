import { isRecord } from '@millwright/contract/wire/is-record'
import { readKey } from '../../request/body.ts'
import type { Key } from './dialect.ts'
import { type HasMany, isWritable, type Relation } from './relation.ts'
import type { Row } from './sql-runner.ts'

/** A row that an owner's list gives to another owner. */
interface Move {
  readonly from: number
  readonly to: Key
}

/**
 * Returns the records of one request, in which a row that one record gives to another is written where it is given, also if the other record
 * comes first and lists it already: an owner's rows are found by their owner, which does not change before the giving record is written.
 */
export function withRowsWhereGiven(
  records: readonly unknown[],
  key: string,
  relations: readonly Relation[],
): readonly unknown[] {
  if (records.length < 2) return records
  const moved = [...records]
  for (const relation of relations) {
    if (relation.kind === 'hasMany' && isWritable(relation)) gather(moved, key, relation)
  }
  return moved
}

function gather(records: unknown[], key: string, { name, foreignKey, target }: HasMany): void {
  const rowsAt = (at: number): readonly unknown[] => {
    const record = records[at]
    const rows = isRecord(record) ? record[name] : undefined
    return Array.isArray(rows) ? rows : []
  }
  const ownerAt = (at: number) => {
    const record = records[at]
    return isRecord(record) ? readKey(record[key], 'number') : null
  }
  const idOf = (row: Row) => readKey(row[target.key], 'number')
  const moves = new Map<Key, Move>()
  for (const at of records.keys()) {
    for (const row of rowsAt(at)) {
      if (!isRecord(row)) continue
      const id = idOf(row)
      const to = readKey(row[foreignKey], 'number')
      if (id !== null && to !== null && to !== ownerAt(at) && !moves.has(id)) moves.set(id, { from: at, to })
    }
  }
  const taken = new Map<Key, Row>()
  for (const at of moves.size === 0 ? [] : records.keys()) {
    const owner = ownerAt(at)
    const rest = rowsAt(at).flatMap((row): unknown[] => {
      const id = isRecord(row) ? idOf(row) : null
      const move = id === null ? undefined : moves.get(id)
      if (!isRecord(row) || id === null || move === undefined) return [row]
      if (move.from === at) return [{ ...taken.get(id), ...row }]
      if (move.from < at || move.to !== owner) return [row]
      taken.set(id, row)
      return []
    })
    const record = records[at]
    if (isRecord(record) && Array.isArray(record[name])) records[at] = { ...record, [name]: rest }
  }
}
