import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { DocumentedService } from '../../instance/documented-services.ts'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { LinkList } from '../../widgets/explorer/split/link-list.tsx'
import { ListSearchBox } from '../../widgets/explorer/split/list-search-box.tsx'
import { Split } from '../../widgets/explorer/split/split.tsx'
import { DetailWaiting, ListFoot, ListNote } from '../../widgets/explorer/split/split-parts.tsx'
import { commonWords } from '../../words/messages.ts'
import { groupedOperations, matchingOperations, type OperationEntry, operationsOn } from './api-document.ts'
import styles from './apidocs.module.css'
import { componentSearch, docsAddress, documentQuery } from './docs-queries.ts'
import { docsMessages } from './messages.ts'
import { ServiceOverview } from './service-overview.tsx'
import { VerbMark } from './verb-mark.tsx'

const OperationView = lazy(() => import('./operation-view.tsx').then((module) => ({ default: module.OperationView })))

const nothing: readonly OperationEntry[] = []

interface ServiceDocsProps {
  service: DocumentedService
  /** Id of an operation. */
  entry: string | null
  /** The component to show: `_table/contact`; empty for the whole service. */
  component: string
}

/** The operations of a service, and the selected one beside them. */
export function ServiceDocs({ service, entry, component }: ServiceDocsProps) {
  const navigate = useNavigate()
  const document = useQuery(documentQuery(service.name))
  const [search, setSearch] = useState('')
  const settled = useDeferredValue(search)
  const list = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const all = document.data?.operations ?? nothing
  const operations = useMemo(() => operationsOn(all, component), [all, component])
  const matching = useMemo(() => matchingOperations(operations, settled), [operations, settled])
  const chosen = all.find(({ id }) => id === entry) ?? null
  const toList = () => void navigate({ to: docsAddress.service(service.name), search: componentSearch(component) })

  if (document.error !== null || document.data === null) {
    return <NoDocument service={service} error={document.error} retry={() => void document.refetch()} />
  }
  return (
    <div className={styles.frame}>
      <Split
        label={docsMessages.operations}
        master={list}
        chosen={entry}
        head={
          <ListSearchBox
            label={docsMessages.searchOperations}
            text={search}
            onChange={setSearch}
            onDown={() => rows.current?.querySelector('a')?.focus()}
            onEnter={() => {
              const [first] = matchingOperations(operations, search)
              if (first)
                void navigate({ to: docsAddress.operation(service.name, first.id), search: componentSearch(component) })
            }}
          />
        }
        list={
          document.data === undefined ? (
            <Skeleton lines={8} />
          ) : matching.length === 0 ? (
            <ListNote>
              {settled === '' ? docsMessages.roleAllowsNothing : docsMessages.noOperationMatches({ text: settled })}
            </ListNote>
          ) : (
            <OperationList
              service={service.name}
              component={component}
              operations={matching}
              chosen={entry}
              listRef={rows}
            />
          )
        }
        foot={<ListFoot>{document.data ? counted(matching.length, operations.length) : ''}</ListFoot>}
        detail={
          document.data === undefined ? (
            <DetailWaiting />
          ) : chosen ? (
            <Suspense fallback={<DetailWaiting />}>
              <OperationView
                key={chosen.id}
                service={service.name}
                component={component}
                document={document.data}
                entry={chosen}
                onBack={toList}
              />
            </Suspense>
          ) : entry === null ? (
            <ServiceOverview service={service} document={document.data} />
          ) : (
            <EmptyState
              title={docsMessages.operationNotFound}
              actions={<Button onClick={toList}>{docsMessages.allOperations}</Button>}
            >
              {docsMessages.maybeRenamed}
            </EmptyState>
          )
        }
      />
    </div>
  )
}

interface NoDocumentProps {
  service: DocumentedService
  /** `null` if the response was not a document. */
  error: Error | null
  retry: () => void
}

function NoDocument({ service, error, retry }: NoDocumentProps) {
  const empty = error === null || (error instanceof InstanceError && error.status === 503)
  return (
    <Banner
      tone={empty ? 'info' : 'danger'}
      title={empty ? docsMessages.noDocument : docsMessages.documentFailed}
      actions={
        <Button size="small" onClick={retry}>
          {commonWords.tryAgain}
        </Button>
      }
    >
      {error === null ? docsMessages.notOpenApi : messageOf(error)}{' '}
      {empty ? docsMessages.addDefinitionHelp({ label: service.label }) : ''}
    </Banner>
  )
}

function counted(shown: number, all: number): string {
  return shown === all
    ? docsMessages.countedOperations({ count: all })
    : docsMessages.operationCount({ shown, count: all })
}

interface OperationListProps {
  service: string
  component: string
  operations: readonly OperationEntry[]
  /** Id of the selected operation, if any. */
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** Operations by component, with their verbs and titles; only visible ones are rendered. */
function OperationList({ service, component, operations, chosen, listRef }: OperationListProps) {
  const rows = useMemo(() => listed(operations), [operations])
  return (
    <LinkList
      count={rows.length}
      chosenAt={rows.findIndex((row) => typeof row !== 'string' && row.id === chosen)}
      listRef={listRef}
      row={(at) => {
        const row = rows[at]
        if (row === undefined) return null
        if (typeof row === 'string') return { key: `#${row}`, heading: headingOf(row) }
        const { id, verb, path, summary, deprecated } = row
        const title = summary || path
        return {
          key: id,
          to: docsAddress.operation(service, id),
          search: componentSearch(component),
          current: id === chosen,
          content: (
            <>
              <VerbMark verb={verb} />{' '}
              <Text
                as="span"
                mono={summary === ''}
                size="sm"
                truncate
                title={path}
                {...(deprecated && { className: styles.old })}
              >
                {title}
              </Text>{' '}
              {summary === '' ? null : <VisuallyHidden>{path}</VisuallyHidden>}
            </>
          ),
        }
      }}
    />
  )
}

/** Returns the operations, with a heading before each group of several. */
function listed(operations: readonly OperationEntry[]): readonly (OperationEntry | string)[] {
  const groups = groupedOperations(operations)
  return groups.length === 1 ? operations : groups.flatMap(({ key, operations: found }) => [key, ...found])
}

function headingOf(key: string): string {
  if (key === '') return docsMessages.serviceRoot
  const [, kind, name = ''] = /^_(table|proc|func)\/(.*)$/.exec(key) ?? []
  if (kind === undefined || !name.startsWith('{')) return kind === undefined ? key : name
  return { table: docsMessages.anyTable, proc: docsMessages.anyProcedure, func: docsMessages.anyFunction }[kind] ?? key
}
