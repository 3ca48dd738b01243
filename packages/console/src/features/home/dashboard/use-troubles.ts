import { queryOptions, useQueries } from '@tanstack/react-query'
import { useUser } from '../../../instance/browser-session.ts'
import { countQuery } from '../../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { isFullAdmin } from '../../../instance/session.ts'
import type { Params } from '../../../instance/transport.ts'
import { driftQuery, useConfigFolders } from '../../../widgets/form/managed/managed-records.ts'
import { useOpenTabs } from '../../../widgets/records/open-tabs/open-tabs.ts'
import {
  driftedRecords,
  driftedServices,
  endingKeys,
  failedScript,
  failedTasks,
  failingServices,
  openRequests,
  type Problem,
  refusingLimits,
  sortProblems,
  unsentMails,
} from './wrong-now.ts'

type Row = { readonly [field: string]: unknown }
type Rows = { readonly resource?: readonly Row[] }

/** Maximum number of records of each kind that are checked. */
const most = 500
/** Maximum number of event scripts whose last run is checked; the most recently changed ones. */
const maxScripts = 20
const every = 60_000
/** For what reads every record of the instance. */
const everyFew = 5 * every

export interface Troubles {
  readonly found: readonly Problem[]
  /** Some checks have not completed. */
  readonly looking: boolean
}

/** Returns the current problems that this person may see. Data that cannot be loaded is ignored. */
export function useProblems(): Troubles {
  const environment = useEnvironment()
  const open = new Set(useOpenTabs().map(({ path }) => path))
  const sees = (path: string, feature: string | null = null) =>
    open.has(path) && (feature === null || hasFeature(environment, feature))
  const user = useUser()
  const seesContracts = isFullAdmin(user)
  // Others would count their own requests.
  const decides = isFullAdmin(user)
  const answers = useQueries({
    queries: [
      rowsQuery(
        'service',
        { fields: 'id,name', related: 'health' },
        failingServices,
        sees('/services', 'service-health'),
      ),
      rowsQuery(
        'scheduler',
        { fields: 'id,name,is_active', related: 'task_log_by_task_id' },
        failedTasks,
        sees('/scheduler'),
      ),
      rowsQuery(
        'limit',
        { fields: 'id,name,is_active,period', related: 'limit_cache_by_limit_id' },
        refusingLimits,
        sees('/limits'),
      ),
      rowsQuery('app', endingSoon(), endingKeys, sees('/apps', 'key-ends')),
      queryOptions({ ...contractsQuery, enabled: seesContracts && sees('/schema', 'schema-contracts') }),
      {
        ...driftQuery,
        enabled: useConfigFolders() && sees('/package-manager'),
        select: driftedRecords,
        refetchInterval: everyFew,
      },
      queryOptions({ ...scriptsQuery, enabled: sees('/scripts', 'script-runs') }),
      {
        ...countQuery('system/access_request', 'status = pending'),
        enabled: decides && sees('/roles', 'access-requests'),
        select: openRequests,
        refetchInterval: every,
      },
      {
        ...countQuery('system/outbox', null),
        enabled: sees('/config', 'outbox'),
        select: unsentMails,
      },
    ],
  })
  return {
    found: sortProblems(answers.flatMap(({ data }) => data ?? [])),
    looking: answers.some(({ isLoading }) => isLoading),
  }
}

function rowsQuery(collection: string, rowParams: Params, find: (rows: readonly Row[]) => Problem[], enabled: boolean) {
  return queryOptions({
    queryKey: ['collection', `system/${collection}`, 'troubles'],
    queryFn: async ({ signal }) => {
      const params = { ...rowParams, limit: most }
      const { data } = await send<Rows>({ verb: 'GET', path: `system/${collection}`, params, signal })
      await serverMessages.load()
      return find(data.resource ?? [])
    },
    enabled,
    refetchInterval: every,
    staleTime: 10_000,
  })
}

const week = 7 * 86_400_000

/** Apps whose key ends within a week, or ended within the last. To the day, so that the address stays the same. */
function endingSoon(): Params {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const from = day(Date.now() - week)
  const to = day(Date.now() + week + week / 7)
  return {
    fields: 'id,name,expires_at',
    filter: `(is_active = true) and (expires_at > '${from}') and (expires_at < '${to}')`,
  }
}

const contractsQuery = queryOptions({
  queryKey: ['schema-contracts', 'troubles'],
  queryFn: async ({ signal }) => {
    const call = { verb: 'GET', path: 'system/schema_contract', params: { drift: 'last' }, signal } as const
    const { data } = await send<{ readonly services?: readonly Row[] }>(call)
    return driftedServices(data.services ?? [])
  },
  refetchInterval: every,
  staleTime: 10_000,
})

const scriptsQuery = queryOptions({
  queryKey: ['collection', 'system/event_script', 'troubles'],
  queryFn: async ({ signal }) => {
    const path = 'system/event_script'
    const params = { fields: 'name', filter: 'is_active = 1', order: 'last_modified_date DESC', limit: maxScripts }
    const { data } = await send<Rows>({ verb: 'GET', path, params, signal })
    const names = (data.resource ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    const runs = names.map(async (name) => {
      const answer = await send<Rows>({ verb: 'GET', path: `${path}/${encodeURIComponent(name)}/run`, signal })
      return failedScript(name, answer.data.resource ?? [])
    })
    await serverMessages.load()
    const results = await Promise.allSettled(runs)
    return results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  },
  staleTime: every,
})
