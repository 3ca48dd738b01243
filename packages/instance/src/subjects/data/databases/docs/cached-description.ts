import type { DescriptionOptions } from '@millwright/connector/declaration'
import type { Engine } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import type { ApiDescription } from '@millwright/connector/openapi'
import type { ServiceRow } from '../../../../gateway/service-kind.ts'
import type { DescribedTable, SchemaReader } from '../../../../records/described-table.ts'
import { describeDatabase } from './describe-database.ts'

interface DescribedParts {
  readonly engine: Engine
  readonly row: ServiceRow
  readonly schema: Pick<SchemaReader, 'tables'>
  /** `null`: the engine does not support routines. */
  readonly routines: { all(refresh?: boolean): Promise<readonly Routine[]> } | null
}

/** More tables are described briefly, unless everything is asked for: most tools and people can do without repetitions, few with 5 MB. */
const mostInFull = 500

interface Cached {
  readonly routines: readonly Routine[] | null
  readonly made: Promise<ApiDescription>
}

/** Returns a cached description of a database, recreated when its tables or routines change. */
export function cachedDescription({ engine, row, schema, routines }: DescribedParts) {
  const inFull = new WeakMap<object, Cached>()
  const briefly = new WeakMap<object, Cached>()
  const describe = (tables: readonly DescribedTable[], found: readonly Routine[] | null, isBrief = false) =>
    describeDatabase(row.name, { serviceId: row.id, engine, tables, routines: found, isBrief })

  return async ({ refresh, tables }: DescriptionOptions): Promise<ApiDescription> => {
    // Without its tables, the description depends on nothing, and is not worth the memory of thousands of services.
    if (tables === 'none') return describe([], routines === null ? null : [])
    const [shown, shownRoutines] = await Promise.all([schema.tables(refresh), routines?.all(refresh) ?? null])
    const isBrief = tables === 'as fits' && shown.length > mostInFull
    const cached = isBrief ? briefly : inFull
    const before = cached.get(shown)
    if (before?.routines === shownRoutines) return before.made
    const apiDescription = describe(shown, shownRoutines, isBrief)
    cached.set(shown, { routines: shownRoutines, made: apiDescription })
    return apiDescription
  }
}
