import type { ListedService } from '@millwright/contract/wire/root'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { tablesQuery } from '../../instance/service-tables.ts'
import { Pair } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import type { StartAction } from './api-address.ts'
import { t } from './messages.ts'
import { TableSelect } from './table-select.tsx'

const actions = [
  {
    value: 'list',
    get label() {
      return t.recordsOfTable
    },
  },
  {
    value: 'read',
    get label() {
      return t.oneRecord
    },
  },
  {
    value: 'insert',
    get label() {
      return t.insertRecord
    },
  },
  {
    value: 'empty',
    get label() {
      return t.startEmpty
    },
  },
] as const satisfies readonly { readonly value: StartAction; readonly label: string }[]

/** What an endpoint starts from. */
export interface Start {
  readonly action: StartAction
  readonly service: string
  readonly table: string
  readonly databases: readonly ListedService[]
  readonly change: (change: Partial<Pick<Start, 'action' | 'service' | 'table'>>) => void
}

/** Maximum number of databases in which tables are searched. */
const maxAsked = 5

/** The first database that has tables, or else the first. They are asked in turn, so that most are not asked. */
async function firstWithTables(databases: readonly ListedService[], client: QueryClient): Promise<string> {
  for (const { name } of databases.slice(0, maxAsked)) {
    const tables = await client.fetchQuery(tablesQuery(name)).catch(() => [])
    if (tables.length > 0) return name
  }
  return databases[0]?.name ?? ''
}

/** The chosen start; until another is chosen, a preferred service, or the first that has tables. */
export function useStart(preferred: readonly string[]): Start {
  const { data: databases = [] } = useQuery(groupServicesQuery('database'))
  const [chosen, setChosen] = useState<{ action: StartAction; service: string | null; table: string }>({
    action: 'list',
    service: null,
    table: '',
  })
  const wanted = databases.find(({ name }) => preferred.includes(name))
  const { data: filled } = useQuery({
    queryKey: ['custom-apis', 'first-with-tables', databases.map(({ name }) => name)],
    queryFn: ({ client }) => firstWithTables(databases, client),
    enabled: wanted === undefined && databases.length > 0,
  })
  return {
    action: chosen.action,
    service: chosen.service ?? wanted?.name ?? filled ?? '',
    table: chosen.table,
    databases,
    change: (change) => setChosen((now) => ({ ...now, ...(change.service !== undefined && { table: '' }), ...change })),
  }
}

interface StartFieldsProps {
  start: Start
  /** Why the table is refused. */
  error: string | undefined
}

/** Chooses what an endpoint starts from: a table and what it does with it, or nothing. */
export function StartFields({ start, error }: StartFieldsProps) {
  const { action, service, table, databases, change } = start
  return (
    <>
      <SelectField label={t.startKind} value={action} options={actions} onChange={(next) => change({ action: next })} />
      {action === 'empty' ? null : (
        <Pair>
          <SelectField
            label={tabWords.service}
            value={service}
            options={databases.map(({ name, label }) => ({ value: name, label: label || name }))}
            placeholder={t.chooseService}
            onChange={(next) => change({ service: next })}
          />
          <TableSelect
            service={service}
            value={table}
            error={error}
            required
            onChange={(next) => change({ table: next })}
          />
        </Pair>
      )}
    </>
  )
}
