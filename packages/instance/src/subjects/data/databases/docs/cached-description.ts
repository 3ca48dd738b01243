import type { Engine } from '../../../../engines/engine.ts'
import type { Routine } from '../../../../engines/routine.ts'
import type { DescriptionOptions } from '../../../../gateway/ports/asked-description.ts'
import type { ApiDescription } from '../../../../gateway/ports/openapi.ts'
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

/** Returns a cached description of a database, recreated when its tables or routines change. */
export function cachedDescription({ engine, row, schema, routines }: DescribedParts) {
  const cached = new WeakMap<object, { readonly routines: readonly Routine[] | null; readonly made: ApiDescription }>()
  const describe = (tables: readonly DescribedTable[], found: readonly Routine[] | null) =>
    describeDatabase(row.name, { serviceId: row.id, engine, tables, routines: found })

  return async ({ refresh, expand }: DescriptionOptions): Promise<ApiDescription> => {
    // Without its tables, the description depends on nothing, and is not worth the memory of thousands of services.
    if (!expand) return describe([], routines === null ? null : [])
    const [shown, shownRoutines] = await Promise.all([schema.tables(refresh), routines?.all(refresh) ?? null])
    const before = cached.get(shown)
    if (before?.routines === shownRoutines) return before.made
    const made = describe(shown, shownRoutines)
    cached.set(shown, { routines: shownRoutines, made })
    return made
  }
}
