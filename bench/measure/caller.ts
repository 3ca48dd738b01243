import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { type Api, recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type RunningInstance } from '../../e2e/harness/instance.ts'

export interface Caller {
  /** API client of the administrator who created the caller. */
  readonly api: Api
  /** The service that the caller's role allows: `system`, its `lookup`. */
  readonly serviceId: number
  readonly roleId: number
  readonly headers: Readonly<Record<string, string>>
}

const password = 'password of a caller'

/** Creates a user with a role of one access row, signed in with the API key of an app. */
export async function addCaller({ url }: RunningInstance): Promise<Caller> {
  const api = await signIn(url, firstAdmin)
  const add = async (resource: string, record: object, fields = 'id') => {
    const answer = await api.call('POST', `system/${resource}?fields=${fields}`, record)
    if (answer.status !== 201) throw new Error(`Adding to ${resource} gave ${answer.status}`)
    return recordsOf(answer)[0] ?? {}
  }
  const services = recordsOf(await api.call('GET', 'system/service?filter=name=system&fields=id'))
  const rule = { service_id: services[0]?.id, component: 'lookup/*', verb_mask: 1 }
  const role = await add('role', { name: 'caller', is_active: true, role_service_access_by_role_id: [rule] })
  const app = await add('app', { name: 'called', is_active: true }, 'id,api_key')
  const email = 'caller@example.com'
  const held = [{ app_id: app.id, role_id: role.id }]
  await add('user', { email, password, user_to_app_to_role_by_user_id: held })
  const { body } = await api.call('POST', 'user/session', { email, password })
  return {
    api,
    serviceId: Number(rule.service_id),
    roleId: Number(role.id),
    headers: { [apiKeyHeader]: String(app.api_key), [sessionTokenHeader]: String(body.session_token) },
  }
}
