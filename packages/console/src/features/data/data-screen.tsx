import { IconDatabase, IconRefresh, IconSearch, IconTable } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Screen } from '../../widgets/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import styles from './data.module.css'
import { dataAddress } from './data-address.ts'
import { type ListedTable, readTables, tableQuery, tablesQuery } from './data-queries.ts'
import { dataMessages } from './messages.ts'
import { RecordsView } from './records-view.tsx'
import type { TablePlace } from './wire-table.ts'

/** The Data tab: a database service, one of its tables, and the records in it. */
export function DataScreen() {
  const { id: service = null, entry: table = null } = useParams({ strict: false })
  const services = useQuery(groupServicesQuery('database'))
  const { error } = services
  useLoadFailure(error, { module: dataMessages.module, text: dataMessages.loadFailed })
  return (
    <Screen
      title={dataMessages.module}
      purpose={dataMessages.purpose}
      aside={
        services.data && service !== null && table !== null ? (
          <TablePickers services={services.data} service={service} table={table} />
        ) : null
      }
    >
      {service !== null && table !== null ? (
        <TableView key={`${service}/${table}`} place={{ service, table }} />
      ) : services.data ? (
        <TableChoice services={services.data} service={service} />
      ) : error ? (
        <LoadFailure error={error} text={dataMessages.loadFailed} onRetry={() => void services.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

/** A table, once it is known what it is. */
function TableView({ place }: { place: TablePlace }) {
  const { data, error, refetch } = useQuery(tableQuery(place))
  if (data) return <RecordsView place={place} opened={data} />
  if (!error) return <Skeleton lines={12} />
  return <LoadFailure error={error} text="The records could not be read." onRetry={() => void refetch()} />
}

interface TablePickersProps {
  services: readonly ListedService[]
  service: string
  table: string
}

/** The service and the table that are open, and the way to others. */
function TablePickers({ services, service, table }: TablePickersProps) {
  const navigate = useNavigate()
  const tables = useQuery(tablesQuery(service)).data ?? []
  const listed = tables.some(({ name }) => name === table) ? tables : [{ name: table }, ...tables]
  const goTo = (to: string) => void navigate({ to, search: {} })
  return (
    <Row gap={2} align="stretch" wrap className={styles.pickers}>
      <SelectField
        label="Service"
        labelHidden
        value={service}
        options={services.map(({ name, label }) => ({ value: name, label: label || name }))}
        onChange={(name) => goTo(dataAddress(name))}
      />
      <SelectField
        label="Table"
        labelHidden
        value={table}
        options={listed.map(({ name, label }) => ({ value: name, label: label || name }))}
        onChange={(name) => goTo(dataAddress(service, name))}
      />
    </Row>
  )
}

interface TableChoiceProps {
  services: readonly ListedService[]
  /** Null: the only one there is, else none yet. */
  service: string | null
}

/** First a database service, then one of its tables. */
function TableChoice({ services, service }: TableChoiceProps) {
  const [only] = services.length === 1 ? services : []
  const chosen = service ?? only?.name ?? null
  if (services.length === 0)
    return (
      <EmptyState icon={<IconDatabase />} title="There is no database service that you may use.">
        Connect a database under Services, or ask for access to one.
      </EmptyState>
    )
  return (
    <div className={styles.choice}>
      <nav aria-label="Database services" className={styles.services}>
        {services.map(({ name, label }) => (
          <Link
            key={name}
            to={dataAddress(name)}
            search={{}}
            preload={false}
            className={styles.service}
            aria-current={name === chosen ? 'page' : undefined}
          >
            <IconDatabase aria-hidden="true" />
            <span>
              {label || name}
              <small>{name}</small>
            </span>
          </Link>
        ))}
      </nav>
      {chosen === null ? (
        <EmptyState icon={<IconTable />} title="Choose a service.">
          Its tables are listed here.
        </EmptyState>
      ) : (
        <Tables key={chosen} service={chosen} />
      )}
    </div>
  )
}

function Tables({ service }: { service: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [refreshing, setRefreshing] = useState(false)
  const queryClient = useQueryClient()
  const refresh = async () => {
    setRefreshing(true)
    try {
      queryClient.setQueryData(tablesQuery(service).queryKey, await readTables(service, true))
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setRefreshing(false)
    }
  }
  const { data, error, refetch } = useQuery(tablesQuery(service))
  if (!data && !error) return <Skeleton lines={8} />
  if (!data) return <LoadFailure error={error} text="The tables could not be listed." onRetry={() => void refetch()} />
  const wanted = text.trim().toLowerCase()
  const found = data.filter(({ name, label }) => `${name} ${label ?? ''}`.toLowerCase().includes(wanted))
  const meant = found.find(({ name }) => name.toLowerCase() === wanted) ?? found[0]
  const open = ({ name }: ListedTable) => void navigate({ to: dataAddress(service, name), search: {} })
  return (
    <section aria-label="Tables" className={styles.tables}>
      <Row gap={2} align="stretch" className={styles.tableTools}>
        <TextField
          label="Search tables"
          labelHidden
          type="search"
          placeholder={`Search ${data.length} ${data.length === 1 ? 'table' : 'tables'}`}
          icon={<IconSearch />}
          value={text}
          onChange={setText}
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Enter' && meant) open(meant)
          }}
        />
        <IconButton label="Refresh" icon={<IconRefresh />} loading={refreshing} onClick={() => void refresh()} />
      </Row>
      <ul className={styles.tableList}>
        {found.map(({ name, label }) => (
          <li key={name}>
            <Link to={dataAddress(service, name)} search={{}} preload={false} className={styles.table}>
              <IconTable aria-hidden="true" />
              <span>{label || name}</span>
              <small>{name}</small>
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <Text tone="muted">{data.length === 0 ? 'This service has no tables.' : `No table matches “${text}”.`}</Text>
      ) : null}
    </section>
  )
}
