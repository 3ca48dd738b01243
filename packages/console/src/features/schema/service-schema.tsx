import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import type { ListedService } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { LinkList } from '../../widgets/split/link-list.tsx'
import { ListSearchBox } from '../../widgets/split/list-search-box.tsx'
import { sameWords } from '../../widgets/split/same-words.ts'
import { Split } from '../../widgets/split/split.tsx'
import { DetailWaiting, ListFoot, ListNote, NothingChosen } from '../../widgets/split/split-parts.tsx'
import { schemaMessages } from './messages.ts'
import { type ListedTable, matchingTables } from './read-schema.ts'
import styles from './schema.module.css'
import { type SchemaPlace, schemaAddress } from './schema-place.ts'
import { tablesQuery } from './schema-queries.ts'

const TableView = lazy(() => import('./table-view.tsx').then((module) => ({ default: module.TableView })))
const NewTable = lazy(() => import('./new-table.tsx').then((module) => ({ default: module.NewTable })))
const UploadView = lazy(() => import('./upload-view.tsx').then((module) => ({ default: module.UploadView })))
const DiagramView = lazy(() => import('./diagram/diagram-view.tsx').then((module) => ({ default: module.DiagramView })))

interface ServiceSchemaProps {
  service: ListedService
  services: readonly ListedService[]
  place: SchemaPlace
}

/** The tables of a service, and beside them what is open. */
export function ServiceSchema({ service, services, place }: ServiceSchemaProps) {
  const navigate = useNavigate()
  const tables = useQuery(tablesQuery(service.name))
  const [search, setSearch] = useState('')
  const list = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const matching = matchingTables(tables.data ?? [], search)
  const chosen = place.kind === 'table' ? place.table : null
  const toList = () => void navigate({ to: schemaAddress.service(service.name) })

  return (
    <Split
      label="Tables"
      master={list}
      chosen={place.kind === 'nothing' ? null : (chosen ?? place.kind)}
      head={
        <ListSearchBox
          label="Search tables"
          text={search}
          onChange={setSearch}
          onDown={() => rows.current?.querySelector('a')?.focus()}
          onEnter={() => {
            const [first] = matching
            if (first) void navigate({ to: schemaAddress.table(service.name, first.name) })
          }}
        />
      }
      list={
        tables.data ? (
          matching.length === 0 ? (
            <ListNote>{search === '' ? 'There are no tables yet.' : `No table matches “${search}”.`}</ListNote>
          ) : (
            <TableList service={service.name} tables={matching} chosen={chosen} listRef={rows} />
          )
        ) : tables.error ? (
          <LoadFailure
            error={tables.error}
            text="The tables could not be read."
            onRetry={() => void tables.refetch()}
          />
        ) : (
          <Skeleton lines={8} />
        )
      }
      foot={<ListFoot>{tables.data ? counted(matching.length, tables.data.length) : ''}</ListFoot>}
      detail={
        <Suspense fallback={<DetailWaiting />}>
          <Detail
            service={service}
            services={services}
            place={place}
            tables={tables.data ?? null}
            list={list}
            onClose={toList}
          />
        </Suspense>
      }
    />
  )
}

interface DetailProps extends ServiceSchemaProps {
  tables: readonly ListedTable[] | null
  list: RefObject<HTMLElement | null>
  onClose: () => void
}

function Detail({ service, services, place, tables, onClose }: DetailProps) {
  switch (place.kind) {
    case 'table':
      return (
        <TableView
          key={place.table}
          service={service}
          services={services}
          table={place.table}
          open={place.open}
          onClose={onClose}
        />
      )
    case 'create':
      return tables ? <NewTable service={service} tables={tables} onClose={onClose} /> : <DetailWaiting />
    case 'upload':
      return tables ? <UploadView service={service} tables={tables} onClose={onClose} /> : <DetailWaiting />
    case 'diagram':
      return tables ? (
        <DiagramView service={service} services={services} tables={tables} onClose={onClose} />
      ) : (
        <DetailWaiting />
      )
    case 'lost':
      return (
        <EmptyState title="There is nothing at this address." actions={<Button onClick={onClose}>All tables</Button>} />
      )
    case 'nothing':
      return (
        <NothingChosen>
          <EmptyState icon={<IconTable />} title={schemaMessages.noneSelected}>
            Choose one from the list to see and change its fields and relations, look at the diagram of them all, or
            create a new one.
          </EmptyState>
        </NothingChosen>
      )
  }
}

function counted(shown: number, all: number): string {
  const tables = all === 1 ? '1 table' : `${all} tables`
  return shown === all ? tables : `${shown} of ${tables}`
}

interface TableListProps {
  service: string
  tables: readonly ListedTable[]
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** The names of the tables. */
function TableList({ service, tables, chosen, listRef }: TableListProps) {
  return (
    <LinkList
      count={tables.length}
      chosenAt={tables.findIndex(({ name }) => name === chosen)}
      listRef={listRef}
      row={(at) => {
        const table = tables[at]
        if (!table) return null
        const { name, label } = table
        return {
          key: name,
          to: schemaAddress.table(service, name),
          current: name === chosen,
          content: (
            <>
              <Stack as="span" grow shrink>
                <Text as="span" size="sm" mono truncate title={name}>
                  {name}
                </Text>
              </Stack>
              {label === '' || sameWords(name, label) ? null : (
                <span className={styles.tableLabel} title={label}>
                  {label}
                </span>
              )}
            </>
          ),
        }
      }}
    />
  )
}
