import type { BoundValue } from '../../engines/statement.ts'
import { rowsWriter } from '../../engines/values/value-writer.ts'
import { ReadPlan, type Selection } from '../read-plan.ts'
import { type RowSource, readListOf, rowKey } from '../record-reader.ts'
import { readLinked } from '../related-link.ts'
import { attachRelated, type FoundRow } from '../related-rows.ts'
import { declaredModel, keyField } from './declared-model.ts'
import { type DeclaredTable, isAnswered, type ReadContext, selected, writtenMembers } from './declared-table.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { Relation } from './relation.ts'
import type { Row } from './sql-runner.ts'

/** Reads relations of many rows, with one statement per relation. */
export interface RelatedReader {
  attach(rows: readonly Row[], key: string, relations: readonly Relation[], context: ReadContext): Promise<void>
}

/** More than any table holds. */
const everyRow = Number.MAX_SAFE_INTEGER

export function createRelatedReader(source: RowSource, dialect: Dialect): RelatedReader {
  const plans = new Map<string, ReadPlan<ReadContext>>()

  /** Reads complete rows of a table by a column. */
  function planBy(target: DeclaredTable, column: string): ReadPlan<ReadContext> {
    const name = `${target.table} ${column} ${target.label}`
    const known = plans.get(name)
    if (known !== undefined) return known
    const type = column === target.key ? target.keyType : 'number'
    const made = new ReadPlan(declaredModel(target, dialect, null), {
      selection: wholeSelection(target),
      conditions: [],
      group: '',
      order: quoted(target.key),
      keys: () => [keyField(column, type)],
    })
    plans.set(name, made)
    return made
  }

  async function rowsBy(
    target: DeclaredTable,
    column: string,
    values: Values,
    context: ReadContext,
  ): Promise<FoundRow[]> {
    const plan = planBy(target, column)
    const rows = await readListOf(source, plan, values as readonly (readonly BoundValue[])[], everyRow, context)
    return rows.map((row) => [rowKey(plan, row), row])
  }

  async function attachOne(rows: readonly Row[], key: string, relation: Relation, context: ReadContext) {
    const { name } = relation
    switch (relation.kind) {
      case 'belongsTo': {
        const { target, column } = relation
        return attachRelated(rows, { name, local: [column], many: false }, (values) =>
          rowsBy(target, target.key, values, context),
        )
      }
      case 'hasOne':
      case 'hasMany': {
        const { target, foreignKey, kind } = relation
        return attachRelated(rows, { name, local: [key], many: kind === 'hasMany' }, (values) =>
          rowsBy(target, foreignKey, values, context),
        )
      }
      case 'manyToMany': {
        const { junction, near, far, target } = relation
        const link = {
          junction: { target: quoted(junction), rows: null },
          nearColumn: quoted(near),
          farColumn: quoted(far),
          near: keyField(near, 'number'),
          write: (value: unknown) => value,
          column: quoted(target.key),
        }
        return attachRelated(rows, { name, local: [key], many: true }, (values) => {
          const nearValues = values.map(([value]) => value as BoundValue)
          return readLinked(source, planBy(target, target.key), link, nearValues, everyRow, context)
        })
      }
      case 'virtual': {
        const keys = new Set(rows.flatMap((row) => keyOf(row[key]) ?? []))
        const values = await relation.values([...keys], context)
        for (const row of rows) row[name] = values.get(keyOf(row[key]) ?? '') ?? []
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

type Values = readonly (readonly unknown[])[]

function wholeSelection(declared: DeclaredTable): Selection<ReadContext> {
  const columns = declared.columns.filter(isAnswered)
  return {
    sql: columns.map(selected).join(', '),
    names: columns.map(({ name }) => name),
    write: rowsWriter(writtenMembers(columns)),
    answered: null,
    aggregates: false,
  }
}

function keyOf(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
