import { filterOperators } from '@millwright/contract/records/role'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { schemaKey } from '../../instance/service-tables.ts'
import type { AccessRow } from '../../widgets/access-rules/access-rows.ts'
import { tablePlace } from '../../widgets/access-rules/row-access.ts'

/** A column of a table, as row filters use it. */
export interface TableColumn {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'boolean' | 'moment' | 'other'
  /** Allowed or suggested values; empty if there are none. */
  readonly values: readonly string[]
}

interface DescribedField {
  readonly name?: unknown
  readonly label?: unknown
  readonly type?: unknown
  readonly picklist?: unknown
  readonly is_virtual?: unknown
}

/** The columns of a rule's table; none for rules about several tables. `service`: name of its service. */
export function columnsQuery(service: string | null, rule: Pick<AccessRow, 'serviceId' | 'component'>) {
  const place = tablePlace(rule)
  const table = place === null || place.component.includes('*') ? null : place.component.slice('_table/'.length)
  return queryOptions({
    queryKey: [...schemaKey(service ?? ''), 'columns', table],
    queryFn:
      service === null || table === null
        ? skipToken
        : async ({ signal }): Promise<readonly TableColumn[]> => {
            const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(table)}`
            const { data } = await send<{ field?: readonly DescribedField[] } | null>({ verb: 'GET', path, signal })
            return (data?.field ?? []).flatMap((field) => columnOf(field) ?? [])
          },
    staleTime: 60_000,
    retry: false,
  })
}

function columnOf({ name, label, type, picklist, is_virtual }: DescribedField): TableColumn | null {
  if (typeof name !== 'string' || is_virtual === true) return null
  const values = Array.isArray(picklist) ? picklist.map(String) : []
  return { name, label: typeof label === 'string' && label !== '' ? label : name, kind: kindOf(String(type)), values }
}

function kindOf(type: string): TableColumn['kind'] {
  const word = type.toLowerCase()
  if (/^(id|reference|.*int(eger)?|user_id.*|decimal|numeric|number|float|double|real|money)$/.test(word))
    return 'number'
  if (word === 'boolean') return 'boolean'
  if (/^(date|time)/.test(word)) return 'moment'
  return /^(string|text|.*text|char|varchar|uuid|enum|email)$/.test(word) ? 'text' : 'other'
}

const empty = filterOperators.filter((operator) => operator.startsWith('is '))
const parts = filterOperators.filter((operator) => /^(starts|ends|contains)/.test(operator))
const ordered = filterOperators.filter((operator) => /[<>]/.test(operator))
const equal = filterOperators.filter((operator) => ![...empty, ...parts, ...ordered].includes(operator))

/** The operators for a column, most frequent first; all for an unknown one. */
export function operatorsFor(column: TableColumn | undefined): readonly string[] {
  switch (column?.kind) {
    case 'number':
    case 'moment':
      return [...equal, ...ordered, ...empty]
    case 'boolean':
      return [...equal.slice(0, 2), ...empty]
    case 'text':
      return [...equal, ...parts, ...ordered, ...empty]
    default:
      return filterOperators
  }
}

/** Columns that may hold the id of a person, most likely first: numbers, and texts with such a name. */
export function ownerColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const rank = ({ name }: TableColumn) => {
    const found = ownerNames.findIndex((pattern) => pattern.test(name))
    return found < 0 ? ownerNames.length : found
  }
  const isOffered = (column: TableColumn) =>
    !/^id$/i.test(column.name) &&
    (column.kind === 'number' || (column.kind === 'text' && rank(column) < ownerNames.length))
  return columns.filter(isOffered).sort((left, right) => rank(left) - rank(right))
}

const ownerNames = [/^(owner|user)(_?id)?$/i, /owner/i, /user/i, /person|member|employee|agent|assign|creat.*by/i]
