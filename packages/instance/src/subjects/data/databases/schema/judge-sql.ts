import type { RawColumn, RawTable } from '@millwright/connector/engine/catalog'
import { isMomentWord } from '@millwright/connector/engine/default-sql'
import type { Engine } from '@millwright/connector/engine/engine'
import { type ColumnDefinition, isSameDefault } from '@millwright/connector/engine/schema-change'
import { Problem } from '@millwright/contract/problem'
import { callScope, type StoredFunction } from '../../../../records/functions/field-function.ts'
import {
  type CallScope,
  isPlainDefinition,
  readCall,
  readConstantOrCall,
} from '../../../../records/functions/function-call.ts'
import type { FieldExtras } from './extras.ts'
import type { TablePlan } from './plan-table.ts'
import type { SchemaState } from './schema-state.ts'

interface Judge {
  readonly engine: Engine
  readonly state: SchemaState
  /** Whether the caller is a full administrator. */
  readonly mayWriteSql: boolean
}

/**
 * Returns the extras of a plan, with functions marked as approved if a full administrator stores them. Throws 403 for other callers if a
 * function is more than a call of a listed function; functions that were stored before stay unchanged.
 */
export function judged(known: Judge, table: string, plan: TablePlan): ReadonlyMap<string, FieldExtras> {
  const before = known.state.extras.fields.get(table)
  const scope = callScope(known.engine, columnsAfter(known.state.raw.get(table) ?? null, plan.change))
  const judge = (field: string, sent: StoredFunction): StoredFunction => {
    const same = before?.get(field)?.dbFunctions?.find((each) => isSame(each, sent))
    const { approved: _, ...unmarked } = sent
    if (known.mayWriteSql) return { ...unmarked, approved: true }
    if (same !== undefined) return same
    const read = readCall(sent.function, scope)
    if ('flaw' in read) throw forbidden(`The function ${JSON.stringify(sent.function)} of field '${field}'`, read.flaw)
    return unmarked
  }
  return new Map(
    [...plan.fieldExtras].map(([field, extras]) => {
      const dbFunctions = extras.dbFunctions?.map((each) => judge(field, each)) ?? null
      return [field, { ...extras, dbFunctions }]
    }),
  )
}

/** Throws 403 for column types and defaults with arbitrary SQL, unless a full administrator sent them. */
export function refuseSql(known: Judge, raw: RawTable | null, change: TablePlan['change']): void {
  if (known.mayWriteSql || change === null || change.kind === 'drop') return
  const scope = callScope(known.engine, [])
  for (const column of columnsOf(change)) {
    const before = raw?.columns.find(({ name }) => name === column.name)
    const type = column.definition ?? (column.dbType === before?.dbType ? null : column.dbType)
    if (type !== null && !/^[\w.]+$/.test(type) && !isPlainDefinition(type))
      throw forbidden(`The type '${type}' of field '${column.name}'`, 'it contains more than a type')
    refuseDefault(column, before, scope)
  }
}

function refuseDefault(column: ColumnDefinition, before: RawColumn | undefined, scope: CallScope): void {
  const { default: rawDefault } = column
  if (rawDefault === null || !('expression' in rawDefault) || isSameDefault(before?.default ?? null, rawDefault)) return
  const text = rawDefault.expression.trim()
  if (isMomentWord(text)) return
  const read = readConstantOrCall(withoutParentheses(text), scope)
  if ('flaw' in read) throw forbidden(`The default ${JSON.stringify(text)} of field '${column.name}'`, read.flaw)
}

function withoutParentheses(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text
}

function forbidden(what: string, flaw: string): Problem {
  return new Problem(403, `${what} needs a full administrator: ${flaw}.`)
}

function isSame(stored: StoredFunction, sent: StoredFunction): boolean {
  return stored.function === sent.function && [...stored.use].sort().join() === [...sent.use].sort().join()
}

function columnsAfter(raw: RawTable | null, change: TablePlan['change']): string[] {
  const gone = new Set(change?.kind === 'alter' ? change.drop : [])
  const kept = (raw?.columns ?? []).map(({ name }) => name).filter((name) => !gone.has(name))
  return [...kept, ...columnsOf(change).map(({ name }) => name)]
}

function columnsOf(change: TablePlan['change']): readonly ColumnDefinition[] {
  if (change === null || change.kind === 'drop') return []
  return change.kind === 'create' ? change.columns : [...change.add, ...change.change]
}
