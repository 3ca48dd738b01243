import type { ListAnswer } from '@millwright/contract/wire/list'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { ChoiceField } from './choice-control.tsx'
import type { Choice, FieldOf } from './config-field.ts'
import type { ControlProps } from './control-props.ts'

/** Records in one list; who has more of them is better served by another kind of setting. */
const most = 1000

/** Chooses a record of another collection of the system. */
export function ReferenceField(props: ControlProps<FieldOf<'record'>>) {
  const { field } = props
  const { data, isError } = useQuery(choicesQuery(field.table, field.field))
  const help = isError ? 'What there is to choose from could not be read.' : field.help
  return <ChoiceField {...props} field={{ ...field, kind: 'choice', help, options: data ?? [] }} />
}

function choicesQuery(table: string, stored: string) {
  const collection = `system/${encodeURIComponent(table)}`
  return queryOptions({
    queryKey: [...collectionKey(collection), 'choices', stored],
    queryFn: async ({ signal }): Promise<readonly Choice[]> => {
      const params = { limit: most }
      const { data } = await send<ListAnswer<Row>>({ verb: 'GET', path: collection, params, signal })
      return (data.resource ?? []).map((row) => ({ value: row[stored] ?? null, label: nameOf(row) }))
    },
    enabled: table !== '',
    staleTime: 30_000,
  })
}

type Row = { readonly [field: string]: unknown }

function nameOf(row: Row): string {
  const name = row.label ?? row.name ?? row.id
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '(no name)'
}
