import type { WireField } from './wire-table.ts'

const most = 8

const names = new Set([
  'name',
  'title',
  'fname',
  'lname',
  'f_name',
  'l_name',
  'firstname',
  'lastname',
  'first_name',
  'last_name',
  'email',
  'phone',
])
const moments = new Set(['date', 'time', 'datetime'])

/**
 * Returns the default columns: up to eight fields, preferring those that name a record, then dates and times; in table order.
 */
export function autoColumns(fields: readonly WireField[]): readonly string[] {
  const ranked = [
    fields.filter(({ name }) => names.has(name.toLowerCase())),
    fields.filter(({ type }) => moments.has(type?.toLowerCase() ?? '')),
    fields,
  ].flat()
  const chosen = new Set<string>()
  for (const { name } of ranked) {
    if (chosen.size === most) break
    chosen.add(name)
  }
  return fields.map(({ name }) => name).filter((name) => chosen.has(name))
}
