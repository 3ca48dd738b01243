import { dataAddress } from '../data-address.ts'
import { writeConditions } from '../data-search.ts'
import { type Belonging, sharedValues } from './belonging.ts'

/** Where the same records stand in their own table; null where no filter finds them. */
export function openInTable(belonging: Belonging): { to: string; search: { filter: string } } | null {
  const { relation, target } = belonging
  const values = sharedValues(belonging)
  if (relation.type === 'many_many' || values === null) return null
  const conditions = Object.entries(values).map(
    ([field, value]) => ({ field, operator: '=', value: String(value) }) as const,
  )
  return { to: dataAddress(target.service, target.table), search: { filter: writeConditions(conditions) } }
}
