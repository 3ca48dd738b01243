import { apiKeyHeader, apiPrefix } from '@millwright/contract/headers'
import { requestorMask } from '@millwright/contract/verbs'
import { type Api, recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'

export interface CustomApiResult extends TurnsResult {
  readonly name: string
}

/** Compares the endpoint of a custom API, which makes one request, with that request, with the same API key and role. */
export async function measureCustomApis(rounds: number, requests: number): Promise<readonly CustomApiResult[]> {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '1' })
  const { url } = instance
  const api = await signIn(url, firstAdmin)
  const [{ id: sample } = {}] = recordsOf(await api.call('GET', 'system/service?filter=name=sample&fields=id'))
  const sources = [{ service_id: sample }]
  const made = await add(api, 'custom_api', { name: 'measured', custom_api_source_by_api_id: sources })
  for (const { path, resource, params } of queries) {
    const execution_plan = { steps: [{ service: 'sample', resource, params }] }
    await add(api, 'custom_api_endpoint', { api_id: made.id, method: 'GET', path, is_active: true, execution_plan })
  }
  const published = await api.call('PATCH', `system/custom_api/${made.id}`, { publish: true })
  if (published.status !== 200) throw new Error(`Publishing answered ${published.status}`)
  const requestor_mask = requestorMask.API | requestorMask.SCRIPT
  const rule = { service_id: null, component: '*', verb_mask: 1, requestor_mask }
  const role = await add(api, 'role', { name: 'measurer', is_active: true, role_service_access_by_role_id: [rule] })
  const app = await add(api, 'app', { name: 'measurer', is_active: true, role_id: role.id }, 'id,api_key')
  const headers = { [apiKeyHeader]: String(app.api_key) }
  const results: CustomApiResult[] = []
  for (const { name, called, direct } of queries) {
    const table = { url: `${url}${apiPrefix}/sample/_table/${direct}`, headers }
    const endpoint = { url: `${url}${apiPrefix}/measured/${called}`, headers }
    results.push({ name, ...(await byTurns({ rounds, requests }, table, endpoint)) })
  }
  return results
}

const filter = (value: string) => encodeURIComponent(`id > ${value}`)
const queries = [
  {
    name: 'one by id',
    path: '/one/{id}',
    resource: '_table/contact/{path.id}',
    params: {},
    called: 'one/1',
    direct: 'contact/1',
  },
  {
    name: 'list of 25, filtered',
    path: '/list',
    resource: '_table/contact',
    params: { filter: 'id > {query.after}', limit: '25' },
    called: 'list?after=3',
    direct: `contact?filter=${filter('3')}&limit=25`,
  },
]

async function add(api: Api, resource: string, record: object, fields = 'id') {
  const answer = await api.call('POST', `system/${resource}?fields=${fields}`, record)
  if (answer.status !== 201) throw new Error(`Adding to ${resource} answered ${answer.status}`)
  return recordsOf(answer)[0] ?? {}
}
