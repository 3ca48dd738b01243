import type { ListedService } from '@millwright/contract/wire/services'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { tablesQuery } from '../../instance/service-tables.ts'
import { tableGroups } from '../../instance/type-groups.ts'
import { Pair } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { isOtherStart, type OtherStart, type StartAction, type StartSearch } from './api-address.ts'
import { t } from './messages.ts'
import { startChoicesQuery } from './start-queries.ts'
import { TableSelect } from './table-select.tsx'

const actions = [
  {
    value: 'list',
    label: t.recordsOfTable,
  },
  {
    value: 'read',
    label: t.oneRecord,
  },
  {
    value: 'insert',
    label: t.insertRecord,
  },
  {
    value: 'routine',
    label: t.storedRoutine,
  },
  {
    value: 'view',
    label: t.dataView,
  },
  {
    value: 'logged',
    label: t.loggedRequest,
  },
  {
    value: 'empty',
    label: t.startEmpty,
  },
] as const satisfies readonly { readonly value: StartAction; readonly label: string }[]

/** What an endpoint starts from. */
export interface Start {
  readonly action: StartAction
  readonly service: string
  readonly table: string
  /** What it starts from besides a table; empty: nothing is chosen. */
  readonly of: string
  readonly change: (change: Partial<Pick<Start, 'action' | 'service' | 'table' | 'of'>>) => void
}

/** The query of a new endpoint that starts so; `null` if something is not chosen yet. */
export function searchOfStart({ action, service, table, of }: Omit<Start, 'change'>): StartSearch | null {
  if (action === 'empty') return { start: action }
  if (isOtherStart(action)) return of === '' ? null : { start: action, service, of }
  return table === '' ? null : { start: action, service, table }
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
  const [chosen, setChosen] = useState<{ action: StartAction; service: string | null; table: string; of: string }>({
    action: 'list',
    service: null,
    table: '',
    of: '',
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
    of: chosen.of,
    change: (change) =>
      setChosen((now) => ({
        ...now,
        ...(change.service !== undefined && { table: '', of: '' }),
        ...(change.action !== undefined && { of: '' }),
        ...change,
      })),
  }
}

interface StartFieldsProps {
  start: Start
  /** Why the table is refused. */
  error: string | undefined
}

/** Chooses what an endpoint starts from: a table and what it does with it, or nothing. */
export function StartFields({ start, error }: StartFieldsProps) {
  const { action, service, table, change } = start
  const other = isOtherStart(action) ? action : null
  return (
    <>
      <SelectField label={t.startKind} value={action} options={actions} onChange={(next) => change({ action: next })} />
      {other === 'view' || other === 'logged' ? <OtherSelect kind={other} start={start} error={error} /> : null}
      {action === 'empty' || other === 'view' || other === 'logged' ? null : (
        <Pair>
          <ServiceSelect
            label={tabWords.service}
            groups={tableGroups}
            value={service}
            onChange={(next) => change({ service: next?.label ?? '' })}
          />
          {other === 'routine' ? (
            <OtherSelect kind={other} start={start} error={error} />
          ) : (
            <TableSelect
              service={service}
              value={table}
              error={error}
              required
              onChange={(next) => change({ table: next })}
            />
          )}
        </Pair>
      )}
    </>
  )
}

const kinds: Readonly<Record<OtherStart, { readonly label: string; readonly none: string }>> = {
  routine: {
    label: t.storedRoutine,
    none: t.noRoutines,
  },
  view: {
    label: t.dataView,
    none: t.noViews,
  },
  logged: {
    label: t.loggedRequest,
    none: t.noLogged,
  },
}

/** Chooses a routine, a data view or a logged request, and the service that it is of. */
function OtherSelect({ kind, start, error }: StartFieldsProps & { kind: OtherStart }) {
  const { data, error: failure } = useQuery(startChoicesQuery(kind, start.service))
  const help = failure ? messageOf(failure) : data?.length === 0 ? kinds[kind].none : null
  return (
    <SelectField
      label={kinds[kind].label}
      required
      value={start.of}
      options={data ?? []}
      placeholder={t.chooseOne}
      error={error}
      {...(help !== null && { help })}
      onChange={(of) => {
        const service = data?.find(({ value }) => value === of)?.service ?? start.service
        start.change({ ...(service !== start.service && { service }), of })
      }}
    />
  )
}
