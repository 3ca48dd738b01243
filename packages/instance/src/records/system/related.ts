import type { BoundValue } from '@millwright/connector/engine/statement'
import { rowsWriter } from '../../engines/values/value-writer.ts'
import { createLruCache } from '../../platform/cache.ts'
import { ReadPlan, type Selection } from '../read-plan.ts'
import { type RowSource, readListOf, rowKey } from '../record-reader.ts'
import { readLinked } from '../related-link.ts'
import { attachRelated, type FoundRow } from '../related-rows.ts'
import { SqlText } from '../sql-text.ts'
import { addWhere, amongCondition, type Condition } from '../where.ts'
import { declaredModel, keyField } from './declared-model.ts'
import { type DeclaredTable, isAnswered, type ReadContext, selected, writtenMembers } from './declared-table.ts'
import { type Dialect, quoted } from './dialect.ts'
import { type ReadAt, type Shown, shownRows, withhold } from './read-place.ts'
import type { Relation, Virtual } from './relation.ts'
import type { Row } from './sql-runner.ts'

/** Reads relations of many rows, with one statement per relation; of their rows, those that are shown to the caller. */
export interface RelatedReader {
  attach(rows: readonly Row[], key: string, relations: readonly Relation[], context: RelatedContext): Promise<void>
}

export interface RelatedContext {
  readonly read: ReadContext
  readonly shown: Shown
}

/** More than any table holds. */
const everyRow = Number.MAX_SAFE_INTEGER
const maxPlans = 500

/** The rows that are shown to a caller; `name`: equal for equal conditions. */
interface ShownRows {
  readonly name: string
  readonly condition: Condition | null
}

const allRows: ShownRows = { name: '', condition: null }

export function createRelatedReader(source: RowSource, dialect: Dialect): RelatedReader {
  const plans = createLruCache<string, ReadPlan<ReadContext>>(maxPlans)

  /** Reads complete rows of a table by a column. */
  function planBy(target: DeclaredTable, column: string, rows: ShownRows): ReadPlan<ReadContext> {
    const name = `${target.table} ${column} ${target.label} ${rows.name}`
    const known = plans.get(name)
    if (known !== undefined) return known
    const type = column === target.key ? target.keyType : 'number'
    const readPlan = new ReadPlan(declaredModel(target, dialect, rows.condition), {
      selection: wholeSelection(target),
      conditions: [],
      group: '',
      order: quoted(target.key),
      keys: () => [keyField(column, type)],
    })
    plans.set(name, readPlan)
    return readPlan
  }

  /** Returns `null` if no rows are shown. */
  async function shownAt(readAt: ReadAt | 'owner', shown: Shown): Promise<ShownRows | null> {
    if (readAt === 'owner') return allRows
    const open = await shown.at(readAt.places)
    if (open.length === 0) return null
    const name = JSON.stringify([readAt.column, open.map(({ place, only }) => [place.name, only])])
    return { name, condition: shownRows(readAt, open, dialect) }
  }

  async function attachOne(rows: readonly Row[], key: string, relation: Relation, { read, shown }: RelatedContext) {
    const { name } = relation
    if (relation.kind === 'virtual') return attachVirtual(rows, key, relation, { read, shown })
    const { target } = relation
    const visible = await shownAt(relation.readAt, shown)

    async function rowsBy(column: string, values: Values): Promise<FoundRow[]> {
      if (visible === null) return []
      const plan = planBy(target, column, visible)
      const found = await readListOf(source, plan, values as readonly (readonly BoundValue[])[], everyRow, read)
      await withhold(target, found, shown)
      return found.map((row) => [rowKey(plan, row), row])
    }

    switch (relation.kind) {
      case 'belongsTo':
        return attachRelated(rows, { name, local: [relation.column], many: false }, (values) =>
          rowsBy(target.key, values),
        )
      case 'hasOne':
      case 'hasMany': {
        const { foreignKey, kind } = relation
        return attachRelated(rows, { name, local: [key], many: kind === 'hasMany' }, (values) =>
          rowsBy(foreignKey, values),
        )
      }
      case 'manyToMany': {
        const { junction, near, far, junctionReadAt } = relation
        const linked = await shownAt(junctionReadAt, shown)
        return attachRelated(rows, { name, local: [key], many: true }, async (values) => {
          if (visible === null || linked === null) return []
          const link = {
            junction: { target: quoted(junction), rows: linked.condition },
            nearColumn: quoted(near),
            farColumn: quoted(far),
            near: keyField(near, 'number'),
            write: (value: unknown) => value,
            column: quoted(target.key),
          }
          const nearValues = values.map(([value]) => value as BoundValue)
          const plan = planBy(target, target.key, visible)
          const found = await readLinked(source, plan, link, nearValues, everyRow, read)
          await withhold(
            target,
            found.map(([, row]) => row),
            shown,
          )
          return found
        })
      }
    }
  }

  async function attachVirtual(rows: readonly Row[], key: string, relation: Virtual, { read, shown }: RelatedContext) {
    const { name, readAt, keepsId } = relation
    const visible = await shownAt(readAt, shown)
    const keys = new Set(rows.flatMap((row) => keyOf(row[key]) ?? []))
    const values = visible === null && !keepsId ? noValues : await relation.values([...keys], read)
    const ids = await shownIds([...values.values()].flat(), readAt, visible)
    const answered = (row: Row) => (ids === null || ids.has(row.id) ? row : keepsId ? idAlone(row) : [])
    for (const row of rows) row[name] = (values.get(keyOf(row[key]) ?? '') ?? []).flatMap(answered)
  }

  /** Returns the ids of those of the rows that are shown; `null`: all. */
  async function shownIds(
    rows: readonly Row[],
    readAt: ReadAt | 'owner',
    visible: ShownRows | null,
  ): Promise<ReadonlySet<unknown> | null> {
    if (readAt === 'owner' || (visible !== null && visible.condition === null)) return null
    const ids = rows.flatMap(({ id }) => (typeof id === 'number' ? id : []))
    if (visible === null || ids.length === 0) return new Set()
    const into = new SqlText(dialect.records).add(`SELECT "id" FROM ${quoted(readAt.table)}`)
    addWhere(into, [amongCondition(dialect.records, keyField('id', 'number'), ids), visible.condition])
    const { rows: found } = await source.run(into.statement())
    return new Set(found.map(({ id }) => id))
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

const noValues: ReadonlyMap<number | string, Row[]> = new Map()

function idAlone(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name === 'id' ? value : null]))
}

function keyOf(value: unknown): number | string | null {
  return typeof value === 'number' || typeof value === 'string' ? value : null
}
