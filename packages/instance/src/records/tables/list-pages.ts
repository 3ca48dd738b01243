import type { MaybePromise } from '@millwright/connector/engine/statement'
import type { Params } from '../../request/api-request.ts'
import { flag, number } from '../../request/params.ts'
import type { ListMeta } from '../../request/row-stream.ts'
import type { DescribedTable } from '../described-table.ts'
import type { ReadPlan } from '../read-plan.ts'
import { countRecords } from '../record-reader.ts'
import type { RecordsContext } from '../records-context.ts'
import { wireTable } from '../wire-table.ts'

export interface PageLimit {
  readonly limit: number
  readonly most: number
  /** Whether the caller gave no limit, or one that is not applied. */
  readonly clamped: boolean
}

/**
 * Returns the limit of a page: as requested, up to the maximum of the service and the instance. A response saved as a file contains
 * all requested records, since a truncated file would go unnoticed (docs/wire/tables.md).
 */
export function pageLimit({ settings }: Pick<RecordsContext, 'settings'>, options: Params): PageLimit {
  const limitOption = number(options, 'limit')
  if (isExport(options.file)) {
    const limit = limitOption === undefined || limitOption < 1 ? Number.MAX_SAFE_INTEGER : limitOption
    return { limit, most: Number.MAX_SAFE_INTEGER, clamped: false }
  }
  const most = settings.maxRecords
  const clamped = limitOption === undefined || limitOption < 1 || limitOption > most
  return { limit: clamped ? most : limitOption, most, clamped }
}

function isExport(file: string | undefined): boolean {
  return file !== undefined && !/^(?:|false|0|no|off|n|f)$/i.test(file.trim())
}

/** A page that was read. */
export interface ReadPage {
  readonly plan: ReadPlan
  readonly page: PageLimit
  readonly offset: number
  /** Number of records in the page. */
  readonly found: number
}

/** Returns the metadata of a list, or `null` if there is none. Counts only if requested, or if the page limit was clamped. */
export function listMeta(
  context: RecordsContext,
  table: DescribedTable,
  read: ReadPage,
  options: Params,
): MaybePromise<ListMeta | null> {
  const { page } = read
  const wantsCount = flag(options, 'include_count')
  const schema = flag(options, 'include_schema') ? { schema: describedRecords(table) } : null
  if (!wantsCount && !page.clamped) return schema
  const count = totalOf(context, read)
  const meta = (total: number): ListMeta | null => {
    if (!wantsCount && total <= page.most) return schema
    const next = read.offset + page.limit
    return { count: total, ...(next < total ? { next } : {}), ...schema }
  }
  return count instanceof Promise ? count.then(meta) : meta(count)
}

/** A page that is not full is the last one, so that counting is unnecessary. */
function totalOf({ database }: RecordsContext, { plan, page, offset, found }: ReadPage): MaybePromise<number> {
  const isLast = found < page.limit && (found > 0 || offset === 0)
  return isLast ? offset + found : countRecords(database, plan)
}

/** Describes the table as seen in records: fields and relations under their aliases, without access rights. */
function describedRecords(table: DescribedTable): unknown {
  const { alias: _, access: _access, constraints: _constraints, ...schema } = wireTable(table, undefined, 0)
  return {
    ...schema,
    name: table.apiName,
    primary_key: table.primaryKey.map(({ apiName }) => apiName),
    field: schema.field.map(aliased),
    related: schema.related.map(aliased),
  }
}

function aliased<T extends { name: string; alias: string | null }>({ alias, ...rest }: T): Omit<T, 'alias'> {
  return { ...rest, name: alias ?? rest.name }
}
