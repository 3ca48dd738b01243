import type { QueryClient } from '@tanstack/react-query'
import { InstanceError } from '../../instance/instance-error.ts'
import { isOneOf } from '../../instance/value-filter.ts'
import { draftedRecord } from '../../widgets/grid/drafts.ts'
import type { GridModel } from '../../widgets/grid/grid-model.ts'
import type { GridRow } from '../../widgets/grid/grid-source.ts'
import { tableDescriptionQuery } from './data-queries.ts'
import { namingFields, recordNameOf } from './lookup-queries.ts'
import { referenceOf, referredField, type TableDescription } from './table-description.ts'
import { readRecords, type TablePlace, type WireField } from './wire-table.ts'

/** Names of referenced records, by field and value; empty if a record has no name. */
export type ReferenceNames = ReadonlyMap<string, ReadonlyMap<string, string>>

interface WatchParts {
  readonly place: TablePlace
  readonly table: TableDescription
  readonly model: GridModel
  readonly client: QueryClient
  /** Names loaded so far. */
  readonly known: ReferenceNames
  readonly onNames: (names: ReferenceNames) => void
}

/** Maximum number of values per request, as URLs are limited in length. */
const atOnce = 100
/** Milliseconds in which rows are collected for one request. */
const pause = 30
/** Milliseconds after which a name is loaded again when its row is reloaded. */
const fresh = 10_000

/**
 * Loads the names that the displayed rows reference as the rows load, with one request per field and page, and none if the person may not
 * read the other table. Returns a function that stops it.
 */
export function watchNames({ place, table, model, client, known, onNames }: WatchParts): () => void {
  const names = new Map([...known].map(([field, values]) => [field, new Map(values)] as const))
  const closed = new Set<string>()
  const requestTimes = new Map<string, number>()
  let seen = new WeakSet<GridRow>()
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const wantedOf = ({ name }: WireField, again: ReadonlySet<GridRow>) => {
    const now = Date.now()
    const wanted = new Map<string, unknown>()
    for (const row of model.rowsAtHand) {
      const draft = model.drafts.of(row.key)
      const value = draftedRecord(row, draft)[name]
      if (value === null || value === undefined || draft?.changes.get(name)?.problem !== undefined) continue
      const since = now - (requestTimes.get(`${name} ${String(value)}`) ?? 0)
      if (requestTimes.has(`${name} ${String(value)}`) && (!again.has(row) || since < fresh)) continue
      if (!names.get(name)?.has(String(value)) || again.has(row)) wanted.set(String(value), value)
    }
    return wanted
  }

  const askFor = async (field: WireField, target: TablePlace, wanted: ReadonlyMap<string, unknown>) => {
    try {
      const other = await client.fetchQuery(tableDescriptionQuery(target))
      const key = referredField(other, field)
      const naming = namingFields(other, key)
      const found = names.get(field.name) ?? new Map<string, string>()
      const values = [...wanted.values()]
      for (let from = 0; from < values.length; from += atOnce) {
        const some = values.slice(from, from + atOnce)
        const filter = isOneOf(
          [key],
          some.map((value) => [value]),
        )
        const fields = [...new Set([key, ...naming.map(({ name }) => name)])].join(',')
        const { rows } = await readRecords(target, { filter, fields, limit: some.length }, abort.signal)
        for (const record of rows) found.set(String(record[key]), recordNameOf(naming, record))
      }
      names.set(field.name, found)
      if (!abort.signal.aborted) onNames(new Map(names))
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'refused') closed.add(field.name)
      else for (const text of wanted.keys()) requestTimes.delete(`${field.name} ${text}`)
    }
  }

  const look = () => {
    const again = new Set(model.rowsAtHand.filter((row) => !seen.has(row)))
    seen = new WeakSet(model.rowsAtHand)
    for (const { name } of model.columns) {
      const field = table.fields.find((one) => one.name === name)
      const target = field && !closed.has(name) ? referenceOf(place, table, field) : null
      if (!field || !target) continue
      const wanted = wantedOf(field, again)
      for (const text of wanted.keys()) requestTimes.set(`${name} ${text}`, Date.now())
      if (wanted.size > 0) void askFor(field, target, wanted)
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, pause)
  }
  const stops = [model.windows.changed.subscribe(soon), model.drafts.changed.subscribe(soon)]
  soon()
  return () => {
    clearTimeout(timer)
    abort.abort()
    for (const stop of stops) stop()
  }
}
