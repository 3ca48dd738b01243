import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { send } from '../../instance/send.ts'
import { schemaKey, tablesQuery } from '../../instance/service-tables.ts'
import type { StepColumn } from './plan/table-step.ts'

/** The columns of a table, by the name that its records have; of none if a name is missing. */
export function stepColumnsQuery(service: string, table: string) {
  return queryOptions({
    queryKey: [...schemaKey(service), 'step-columns', table],
    queryFn:
      service === '' || table === ''
        ? skipToken
        : async ({ signal, client }): Promise<readonly StepColumn[]> => {
            // A table with an alias has another name in its schema.
            const tables = await client.fetchQuery(tablesQuery(service)).catch(() => [])
            const own = tables.find(({ recordsName }) => recordsName === table)?.name ?? table
            const path = `${encodeURIComponent(service)}/_schema/${encodeURIComponent(own)}`
            const { data } = await send<{ field?: readonly Partial<FieldSchema>[] } | null>({
              verb: 'GET',
              path,
              signal,
            })
            return (data?.field ?? []).flatMap((field) => columnOf(field) ?? [])
          },
    staleTime: 60_000,
  })
}

function columnOf(field: Partial<FieldSchema>): StepColumn | null {
  const name = field.alias || field.name
  if (name === undefined) return null
  return {
    name,
    type: typeOf(field.type ?? ''),
    isKey: field.is_primary_key === true,
    isComputed: field.is_virtual === true || field.auto_increment === true,
    isOptional: field.required !== true,
  }
}

function typeOf(type: string): StepColumn['type'] {
  if (/^(id|reference|user_id.*|(big|small|tiny|medium)?int(eger)?)$/i.test(type)) return 'integer'
  if (/^(decimal|numeric|number|float|double|real|money)$/i.test(type)) return 'number'
  return /^bool/i.test(type) ? 'boolean' : 'string'
}
