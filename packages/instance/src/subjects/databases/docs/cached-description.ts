import type { Engine } from '../../../engines/engine.ts'
import type { Routine } from '../../../engines/routine.ts'
import type { DescriptionOptions } from '../../../gateway/ports/asked-description.ts'
import type { ApiDescription } from '../../../gateway/ports/openapi.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import type { DescribedTable, SchemaReader } from '../../../records/described-table.ts'
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
  const none: readonly DescribedTable[] = []
  const noRoutines: readonly Routine[] = []

  return async ({ refresh, expand }: DescriptionOptions): Promise<ApiDescription> => {
    // Without tables of its own, the description does not depend on the database.
    const [shown, shownRoutines] = expand
      ? await Promise.all([schema.tables(refresh), routines?.all(refresh) ?? null])
      : [none, routines === null ? null : noRoutines]
    const before = cached.get(shown)
    if (before?.routines === shownRoutines) return before.made
    const made = describeDatabase(row.name, { serviceId: row.id, engine, tables: shown, routines: shownRoutines })
    cached.set(shown, { routines: shownRoutines, made })
    return made
  }
}
