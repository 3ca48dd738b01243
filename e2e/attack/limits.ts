import { apiKeyHeader, apiPrefix } from '@millwright/contract/headers'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance } from '../harness/instance.ts'

export interface LimitFigures {
  readonly calls: number
  readonly rate: number
  readonly passed: number
}

/** Makes many concurrent calls under a limit that allows only some of them. */
export async function burstLimit(instance: RunningInstance, calls: number, rate: number): Promise<LimitFigures> {
  const { call } = await signIn(instance.url, firstAdmin)
  const made = async (path: string, record: object) =>
    recordsOf(await call('POST', `${path}?fields=*`, { resource: [record] }))[0] ?? {}
  const services = await call('GET', 'system/service?filter=name%3Dsample&fields=id')
  const access = [{ service_id: recordsOf(services)[0]?.id, component: '*', verb_mask: 1, requestor_mask: 1 }]
  const role = await made('system/role', {
    name: 'crowd',
    is_active: true,
    role_service_access_by_role_id: access,
  })
  const app = await made('system/app', { name: 'crowd', is_active: true, type: 0, role_id: role.id })
  await made('system/limit', { name: 'crowd', type: 'instance', rate, period: 'hour', is_active: true })
  const headers = { [apiKeyHeader]: String(app.api_key) }
  const answers = await Promise.all(
    Array.from({ length: calls }, async () => {
      const response = await fetch(`${instance.url}${apiPrefix}/sample/_table/tag`, { headers })
      await response.arrayBuffer()
      return response.status
    }),
  )
  return { calls, rate, passed: answers.filter((status) => status === 200).length }
}
