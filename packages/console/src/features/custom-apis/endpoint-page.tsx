import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { IconKey } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readRecord, recordQuery } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Detail } from '../../widgets/explorer/split/split.tsx'
import { EditorContent } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../widgets/form/editor-frame/loaded-record.tsx'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { AboveLink } from './above-link.tsx'
import { apiAddress, isOtherStart, type OtherStart, readStart, type StartSearch } from './api-address.ts'
import { ApiBadge } from './api-badges.tsx'
import { type ApiRecord, apiCollection, apiName, endpointCollection, sourcesQuery } from './api-queries.ts'
import styles from './custom-apis.module.css'
import { EndpointForm } from './endpoint-form.tsx'
import { t } from './messages.ts'
import { draftOfEndpoint, type EndpointDraft, type EndpointRecord, withMadeStep } from './plan/endpoint-draft.ts'
import {
  endpointOfRequest,
  endpointOfRoutine,
  endpointOfView,
  type LoggedRequest,
  type MadeEndpoint,
  type Routine,
} from './plan/other-starts.ts'
import { pathForTable, tableStep, verbOfAction } from './plan/table-step.ts'
import { StartFields, searchOfStart, useStart } from './start-fields.tsx'
import { requests, views } from './start-queries.ts'
import { stepColumnsQuery } from './table-columns.ts'

const endpointParams = { fields: '*' }

interface EndpointPageProps {
  /** Id of the API. */
  api: string
  /** Id of the endpoint; `null` for a new one. */
  id: string | null
}

/** The page of an endpoint, or of a new one. */
export function EndpointPage({ api, id }: EndpointPageProps) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(recordQuery<ApiRecord>(apiCollection, api))
  const own = useQuery({ ...recordQuery<EndpointRecord>(endpointCollection, id ?? '', endpointParams), enabled: false })
  const stored = id === null ? undefined : own.data?.record
  const toApi = () => void navigate({ to: apiAddress.api(api), search: {} })
  const record = data?.record
  return (
    <Screen
      title={stored ? `${stored.method} ${stored.path}` : id === null ? t.newEndpoint : t.endpoint}
      above={<AboveLink to={apiAddress.api(api)}>{record ? apiName(record) : t.module}</AboveLink>}
      beside={record ? <ApiBadge api={record} /> : null}
      aside={
        <Link to={apiAddress.api(api)} search={{ section: 'access' }} preload={false} className={styles.docs}>
          <IconKey size={16} aria-hidden="true" />
          {t.access}
        </Link>
      }
    >
      <Detail label={t.endpoint} chosen={id ?? 'new'}>
        {!record ? (
          <EditorContent>
            {error ? (
              <LoadFailure error={error} text={t.apiFailed} onRetry={() => void refetch()} />
            ) : (
              <Skeleton lines={8} />
            )}
          </EditorContent>
        ) : id === null ? (
          <NewEndpoint api={record} onClose={toApi} />
        ) : (
          <LoadedRecord<EndpointRecord>
            collection={endpointCollection}
            id={id}
            params={endpointParams}
            one={t.oneEndpoint}
            onClose={toApi}
          >
            {(loaded) => <EndpointForm api={record} loaded={loaded} onClose={toApi} />}
          </LoadedRecord>
        )}
      </Detail>
    </Screen>
  )
}

interface NewEndpointProps {
  api: ApiRecord
  onClose: () => void
}

/** A new endpoint: first what it starts from, unless the URL says so. */
function NewEndpoint({ api, onClose }: NewEndpointProps) {
  const start = readStart(useSearch({ strict: false }))
  if (start.start === undefined) return <ChooseStart api={api} onClose={onClose} />
  if (start.start === 'empty') return <EndpointForm api={api} loaded={null} onClose={onClose} />
  if (isOtherStart(start.start)) return <FromOther api={api} start={start} kind={start.start} onClose={onClose} />
  return <FromTable api={api} start={start} onClose={onClose} />
}

/** The form of an endpoint that starts from a routine, a data view or a logged request, once that is read. */
function FromOther({ start, kind, ...rest }: NewEndpointProps & { start: StartSearch; kind: OtherStart }) {
  const { service = '', of = '' } = start
  const { data, error, refetch } = useQuery(madeEndpointQuery(kind, service, of))
  if (data) {
    const empty = draftOfEndpoint({ method: data.method, path: data.path })
    return <EndpointForm loaded={null} start={withMadeStep(empty, data)} {...rest} />
  }
  return (
    <EditorContent aria-busy={!error}>
      {error ? (
        <LoadFailure error={error} text={t.startFailed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </EditorContent>
  )
}

/** The form of an endpoint that starts from a table, once its columns are known. */
function FromTable({ api, start, ...rest }: NewEndpointProps & { start: StartSearch }) {
  const { service = '', table = '' } = start
  const columns = useQuery(stepColumnsQuery(service, table))
  if (columns.isPending)
    return (
      <EditorContent aria-busy="true">
        <Skeleton lines={8} />
      </EditorContent>
    )
  return <EndpointForm api={api} loaded={null} start={startingDraft(start, columns.data ?? [])} {...rest} />
}

function startingDraft(
  { start, service = '', table = '' }: StartSearch,
  columns: Parameters<typeof tableStep>[0]['columns'],
): EndpointDraft {
  const action = start === undefined || start === 'empty' || isOtherStart(start) ? 'list' : start
  const empty = draftOfEndpoint({ method: verbOfAction(action), path: pathForTable(action, table) })
  return withMadeStep(empty, tableStep({ action, service, table, columns }))
}

interface ChooseStartProps {
  api: ApiRecord
  onClose: () => void
}

function ChooseStart({ api, onClose }: ChooseStartProps) {
  const navigate = useNavigate()
  const { data: sources } = useQuery(sourcesQuery)
  const own = (sources?.rows ?? []).flatMap(({ api_id, service }) => (api_id === api.id && service ? [service] : []))
  const start = useStart(own)
  const [error, setError] = useState<string | undefined>(undefined)
  const go = () => {
    const search = searchOfStart(start)
    if (search === null) return setError(isOtherStart(start.action) ? t.startMissing : t.tableMissing)
    void navigate({ to: '.', search, replace: true })
  }
  return (
    <EditorContent className={styles.narrow}>
      <StartFields start={start} error={error} />
      <div>
        <Button variant="primary" onClick={go}>
          {t.next}
        </Button>{' '}
        <Button onClick={onClose}>{t.backToApi}</Button>
      </div>
    </EditorContent>
  )
}

/** The endpoint that such a start makes. */
function madeEndpointQuery(start: OtherStart, service: string, of: string) {
  return queryOptions({
    queryKey: ['custom-apis', 'start', start, service, of],
    queryFn: async ({ signal }): Promise<MadeEndpoint> => {
      if (start === 'routine') return endpointOfRoutine(service, await routineOf(service, of, signal))
      if (start === 'view') return endpointOfView((await readRecord<DataViewRecord>(views, of, {}, signal)).record)
      return endpointOfRequest((await readRecord<LoggedRequest>(requests, of, {}, signal)).record)
    },
  })
}

interface DescribedRoutine {
  readonly params?: readonly { readonly name?: string; readonly type?: string; readonly param_type?: string }[]
}

async function routineOf(service: string, resource: string, signal: AbortSignal): Promise<Routine> {
  const [root = '', ...name] = resource.split('/')
  const call = { verb: 'GET', path: `${encodeURIComponent(service)}/${root}`, params: { ids: name.join('/') } } as const
  const { data } = await send<{ resource?: readonly DescribedRoutine[] }>({ ...call, signal })
  const params = (data.resource?.[0]?.params ?? []).flatMap(({ name: own, type = '', param_type = 'IN' }) =>
    own === undefined || own === '' ? [] : [{ name: own, type, isIn: /IN/i.test(param_type) }],
  )
  return { resource, params }
}
