import { access, constants } from 'node:fs/promises'
import type { RawColumn } from '@millwright/connector/engine/catalog'
import type { Database, Session } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { sqliteEngine } from '../../../engines/sqlite/sqlite-engine.ts'
import { kindOfMoments } from '../../../engines/sqlite/sqlite-moments.ts'
import { sqliteSimpleType } from '../../../engines/sqlite/sqlite-types.ts'

/** What a conversion does to the values of one column, in rows. */
export interface ConvertedColumn {
  readonly table: string
  readonly column: string
  readonly changed: number
  /** Rows that have the form already. */
  readonly same: number
  /** Rows that stay as they are: what is no date, or would lose its time of day. */
  readonly left: number
  /** Some values of those. */
  readonly examples: readonly string[]
}

/** Undoes a transaction that was only to show what it does. */
class Tried extends Error {}

const mostExamples = 3
const longestExample = 60

/**
 * Stores the dates of a SQLite database in the form of tables that this instance creates (docs/wire/types.md), in one transaction. Unless
 * `apply`, it does the same, with all constraints and triggers, and rolls it back.
 */
export async function convertDates(file: string, apply: boolean): Promise<readonly ConvertedColumn[]> {
  await access(file, constants.R_OK).catch(() => {
    throw new Error(`There is no database ${file} that can be read.`)
  })
  const database = sqliteEngine.open({ database: file })
  const converted: ConvertedColumn[] = []
  try {
    await database.transaction(async (session) => {
      for (const each of await dateColumns(database)) {
        converted.push(await convertColumn(session, each).catch((error) => Promise.reject(inColumn(each, error))))
      }
      if (!apply) throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
  } finally {
    await database.close()
  }
  return converted
}

interface DateColumn {
  readonly table: string
  readonly column: RawColumn
  readonly isDay: boolean
}

function inColumn({ table, column }: DateColumn, error: unknown): unknown {
  const reason = error instanceof Problem ? error.message : null
  return reason === null ? error : new Error(`'${column.name}' of '${table}' cannot be converted: ${reason}`)
}

async function dateColumns(database: Database): Promise<readonly DateColumn[]> {
  const { tables } = await database.introspect()
  return tables.flatMap(({ name, isView, columns }) =>
    columns.flatMap((column): DateColumn[] => {
      const kind = kindOfMoments(sqliteSimpleType(column))
      return isView || column.generated || kind === null ? [] : [{ table: name, column, isDay: kind === 'date' }]
    }),
  )
}

async function convertColumn(session: Session, { table, column, isDay }: DateColumn): Promise<ConvertedColumn> {
  const { quote } = sqliteEngine.dialect
  const from = quote(table)
  const value = quote(column.name)
  const utc = `millwright_moment(${value})`
  const zone = /tz|with time zone/i.test(column.dbType) ? " || '+00:00'" : ''
  const [shape, form] = isDay
    ? ['????-??-?? 00:00:00', `substr(${utc}, 1, 10)`]
    : ['????-??-?? ??:??:??*', `${utc}${zone}`]
  const values = [shape]
  const counts = await session.run({
    sql: `SELECT count(*) FILTER (WHERE ${utc} GLOB ?1 AND ${value} IS NOT ${form}) AS changed,
      count(*) FILTER (WHERE ${utc} NOT GLOB ?1) AS "left", count(${value}) AS "all" FROM ${from}`,
    values,
  })
  const [{ changed = 0, left = 0, all = 0 } = {}] = counts.rows
  const odd = await session.run({
    sql: `SELECT DISTINCT ${value} AS odd FROM ${from} WHERE ${utc} NOT GLOB ?1 LIMIT ${mostExamples}`,
    values,
  })
  await session.run({
    sql: `UPDATE ${from} SET ${value} = ${form} WHERE ${utc} GLOB ?1 AND ${value} IS NOT ${form}`,
    values,
  })
  return {
    table,
    column: column.name,
    changed: Number(changed),
    same: Number(all) - Number(changed) - Number(left),
    left: Number(left),
    examples: odd.rows.map((row) => String(row.odd).slice(0, longestExample)),
  }
}
