import { queryOptions, skipToken } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { schemaKey } from '../../instance/service-tables.ts'
import type { AccessRow } from '../../widgets/access-rules/access-rows.ts'
import { tablePlace } from '../../widgets/access-rules/row-access.ts'
import { type ComparedColumn, comparedKind } from '../../widgets/condition/compared-column.ts'

interface DescribedField {
  readonly name?: unknown
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
        : async ({ signal }): Promise<readonly ComparedColumn[]> => {
            const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(table)}`
            const { data } = await send<{ field?: readonly DescribedField[] } | null>({ verb: 'GET', path, signal })
            return (data?.field ?? []).flatMap((field) => columnOf(field) ?? [])
          },
    staleTime: 60_000,
    retry: false,
  })
}

function columnOf({ name, type, picklist, is_virtual }: DescribedField): ComparedColumn | null {
  if (typeof name !== 'string' || is_virtual === true) return null
  const kind = comparedKind(String(type))
  const values = kind === 'boolean' ? ['true', 'false'] : Array.isArray(picklist) ? picklist.map(String) : []
  return {
    name,
    label: name,
    kind,
    values: values.map((value) => ({ value, label: value })),
  }
}

/** Columns that may hold the id of a person, most likely first: numbers, and texts with such a name. */
export function ownerColumns(columns: readonly ComparedColumn[]): readonly ComparedColumn[] {
  const rank = ({ name }: ComparedColumn) => {
    const found = ownerNames.findIndex((pattern) => pattern.test(name))
    return found < 0 ? ownerNames.length : found
  }
  const isOffered = (column: ComparedColumn) =>
    !/^id$/i.test(column.name) &&
    (column.kind === 'number' || (column.kind === 'text' && rank(column) < ownerNames.length))
  return columns.filter(isOffered).sort((left, right) => rank(left) - rank(right))
}

const ownerNames = [/^(owner|user)(_?id)?$/i, /owner/i, /user/i, /person|member|employee|agent|assign|creat.*by/i]
