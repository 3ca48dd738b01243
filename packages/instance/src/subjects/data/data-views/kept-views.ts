import { isDeepStrictEqual } from 'node:util'
import { json, string } from '@millwright/contract/records/field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { nearestName } from '../../../platform/edit-distance.ts'
import { isLonger } from '../../../platform/plain-text.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import { deleteRow, insertRow, updateRow } from '../../../records/system/rows.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { dataView } from '../../ground/models/data-view-model.ts'
import { actorOf } from '../../ground/system/actor.ts'
import { placeOf } from '../../ground/system/outside-records.ts'
import type { KeptSettings } from '../../ground/system/resource.ts'

/** The members of a view in a folder. */
const members = ['filter', 'fields', 'order']
const longestName = 80
const longestOrder = 300

/** Shared views in folders of configuration: those of one table, by name. Views that people keep for themselves are not configuration (docs/wire/config.md). */
export const sharedViews: KeptSettings = {
  declaration: {
    name: 'data_view',
    label: 'Shared Views',
    description: 'The shared views of a table.',
    travels: { key: 'name', files: { folder: 'views', deep: true } },
    declared: declareTable({
      table: 'data_view',
      label: 'Shared Views',
      key: 'name',
      keyType: 'text',
      audit: 'none',
      authority: 'instance',
      fields: { name: string({ required: true }), views: json<object>({ label: 'Views', required: true }) },
      columns: { views: { check: problemOfViews } },
    }),
    scope: { values: {} },
    relations: [],
  },
  parts: ['views'],

  async read(all, only) {
    const place = only === null ? null : placeOf(only)
    if (only !== null && place === null) return []
    const where = place === null ? '' : ' AND "service"."name" = ? AND "data_view"."table" = ?'
    const found = await all(
      `SELECT "data_view".*, "service"."name" AS "service" FROM "data_view" JOIN "service" ON "service"."id" = "data_view"."service_id"
        WHERE "data_view"."shared" = 1${where} ORDER BY "service"."name", "data_view"."table", "data_view"."id"`,
      place === null ? [] : [place.service, place.within],
    )
    const places = Map.groupBy(found, ({ service, table }) => `${service}/${table}`)
    return [...places].map(([name, rows]) => {
      const views = [...byName(rows)].toSorted(([one], [other]) => (one < other ? -1 : 1))
      return { name, views: Object.fromEntries(views.map(([view, row]) => [view, viewOf(row)])) }
    })
  },

  async write(name, row, { tx, log, request, parts }) {
    const place = placeOf(name)
    const service =
      place === null ? undefined : await tx.first('SELECT "id" FROM "service" WHERE "name" = ?', place.service)
    if (place === null || service === undefined) return
    const actor = actorOf(request, log, parts)
    const own = { service_id: Number(service.id), table: place.within }
    const there = byName(
      await tx.all(
        'SELECT * FROM "data_view" WHERE "shared" = 1 AND "service_id" = ? AND "table" = ? ORDER BY "id"',
        own.service_id,
        own.table,
      ),
    )
    const views = isRecord(row?.views) ? row.views : {}
    for (const [view, stored] of there)
      if (!Object.hasOwn(views, view)) await deleteRow(tx, dataView, stored, Number(stored.id), actor)
    for (const [view, sent] of Object.entries(views)) {
      const values = { name: view, ...storedView(isRecord(sent) ? sent : {}) }
      const stored = there.get(view)
      // Made by a folder, it belongs to nobody.
      if (stored === undefined) await insertRow(tx, dataView, { ...own, ...values, shared: 1, owner_id: null }, actor)
      else if (!isDeepStrictEqual(viewOf(stored), viewOf({ ...stored, ...values })))
        await updateRow(tx, dataView, { values, previous: stored }, Number(stored.id), actor)
    }
    log.changed('data_view')
  },
}

/** Views by name. Two of the same name, which were shared before names had to be unique, are told apart by their ids. */
function byName(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const views = new Map<string, Row>()
  for (const row of rows) {
    const name = String(row.name)
    views.set(views.has(name) ? `${name} (${row.id})` : name, row)
  }
  return views
}

function viewOf({ filter, fields, order }: Readonly<Row>): Row {
  const open = { filter: parsed(filter), fields: parsed(fields), order: order ?? null }
  return Object.fromEntries(Object.entries(open).filter(([, value]) => value !== null))
}

const parsed = (stored: unknown): unknown => (typeof stored === 'string' ? JSON.parse(stored) : null)

function storedView({ filter = null, fields = null, order = null }: Readonly<Row>): Row {
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return { filter: text(filter), fields: text(fields), order }
}

function problemOfViews(views: unknown): string | null {
  if (!isRecord(views)) return "'views' must be views by their names."
  for (const [name, view] of Object.entries(views)) {
    const problem = problemOfView(name, view)
    if (problem !== null) return `The view '${name}': ${problem}`
  }
  return null
}

function problemOfView(name: string, view: unknown): string | null {
  if (name === '' || isLonger(name, longestName)) return `its name must have 1 to ${longestName} characters.`
  if (!isRecord(view)) return `it must have members, of ${members.join(', ')}.`
  const unknown = Object.keys(view).find((member) => !members.includes(member))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, members)
    return `there is no '${unknown}'. ${nearest === null ? `Known are ${members.join(', ')}.` : `Did you mean '${nearest}'?`}`
  }
  const { order = null } = view
  if (order !== null && (typeof order !== 'string' || order.length > longestOrder))
    return `order must be a text of at most ${longestOrder} characters.`
  const checked = dataView.columns.filter((column) => column.check !== null && (view[column.name] ?? null) !== null)
  return checked.map((column) => column.check?.(view[column.name]) ?? null).find((each) => each !== null) ?? null
}
