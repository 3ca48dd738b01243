import type { Store } from '../../store/store.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { Relation } from './relation.ts'
import { answeredColumns, selected } from './resource-plan.ts'
import type { ReadContext, Shape } from './shape.ts'
import type { Row } from './sql-runner.ts'

/** Loads relations of many rows at once: one query for each relation, two through a junction. */
export interface RelatedReader {
  attach(rows: readonly Row[], key: string, relations: readonly Relation[], context: ReadContext): Promise<void>
}

type Keys = readonly (number | string)[]

export function createRelatedReader(store: Pick<Store, 'statements'>, dialect: Dialect): RelatedReader {
  const texts = new Map<string, string>()

  async function rowsBy(target: Shape, column: string, keys: Keys, context: ReadContext): Promise<Row[]> {
    const name = `${target.table} ${column} ${target.label}`
    let sql = texts.get(name)
    if (sql === undefined) {
      const columns = answeredColumns(target)
      const type = column === target.key ? target.keyType : 'number'
      sql = dialect.finish(
        `SELECT ${columns.map(selected).join(', ')} FROM ${quoted(target.table)} ` +
          `WHERE ${dialect.among(quoted(column), type)} ORDER BY ${quoted(target.key)}`,
      )
      texts.set(name, sql)
    }
    const rows = await store.statements.all<Row>(sql, [dialect.list(keys)])
    for (const row of rows) presentRow(row, target, context)
    return rows
  }

  async function attachOne(rows: readonly Row[], key: string, relation: Relation, context: ReadContext) {
    const { name } = relation
    switch (relation.kind) {
      case 'belongsTo': {
        const keys = keysOf(rows, relation.column)
        const found = keys.length === 0 ? [] : await rowsBy(relation.target, relation.target.key, keys, context)
        const byKey = new Map(found.map((row) => [row[relation.target.key], row]))
        for (const row of rows) row[name] = byKey.get(row[relation.column]) ?? null
        return
      }
      case 'hasOne': {
        const found = await rowsBy(relation.target, relation.foreignKey, keysOf(rows, key), context)
        const byOwner = new Map(found.map((row) => [row[relation.foreignKey], row]))
        for (const row of rows) row[name] = byOwner.get(row[key]) ?? null
        return
      }
      case 'hasMany': {
        const found = await rowsBy(relation.target, relation.foreignKey, keysOf(rows, key), context)
        const byOwner = Map.groupBy(found, (row) => row[relation.foreignKey])
        for (const row of rows) row[name] = byOwner.get(row[key]) ?? []
        return
      }
      case 'manyToMany': {
        const { junction, near, far, target } = relation
        const pairs = await store.statements.all<Row>(
          dialect.finish(
            `SELECT DISTINCT ${quoted(near)} AS "near", ${quoted(far)} AS "far" FROM ${quoted(junction)} ` +
              `WHERE ${dialect.among(quoted(near), 'number')} AND ${quoted(far)} IS NOT NULL ORDER BY 2`,
          ),
          [dialect.list(keysOf(rows, key))],
        )
        const found = pairs.length === 0 ? [] : await rowsBy(target, target.key, keysOf(pairs, 'far'), context)
        const byKey = new Map(found.map((row) => [row[target.key], row]))
        const linked = Map.groupBy(pairs, (pair) => pair.near)
        for (const row of rows) row[name] = (linked.get(row[key]) ?? []).flatMap(({ far }) => byKey.get(far) ?? [])
        return
      }
      case 'virtual': {
        const values = await relation.values(keysOf(rows, key), context)
        for (const row of rows) row[name] = values.get(keyOf(row[key])) ?? []
        return
      }
    }
  }

  return {
    attach: async (rows, key, relations, context) => {
      if (rows.length === 0) return
      for (const relation of relations) await attachOne(rows, key, relation, context)
    },
  }
}

/** Brings a row with all its fields into the form of the wire, in place. */
export function presentRow(row: Row, shape: Shape, context: ReadContext): void {
  for (const { name, read, field } of shape.columns) {
    if (read !== null && field.mode !== 'writeOnly' && field.mode !== 'command') {
      row[name] = read(row[name], row, context)
    }
  }
}

function keysOf(rows: readonly Row[], column: string): (number | string)[] {
  const keys = new Set<number | string>()
  for (const row of rows) {
    const value = row[column]
    if (typeof value === 'number' || typeof value === 'string') keys.add(value)
  }
  return [...keys]
}

function keyOf(value: unknown): number | string {
  return typeof value === 'number' || typeof value === 'string' ? value : ''
}
