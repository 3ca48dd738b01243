import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { type Api, recordsOf } from '../../e2e/harness/api.ts'
import type { RecordPlace } from './record-places.ts'

/** Creates a service for the database. */
export const addService = (api: Api, { engine, config }: RecordPlace, name: string) =>
  add(api, 'service', { name, label: name, type: engine, is_active: true, config })

/** Creates a service for the database; returns the headers of a caller whose role allows reading its active records. */
export async function addReader(api: Api, place: RecordPlace): Promise<Record<string, string>> {
  const { engine } = place
  const service = await addService(api, place, engine)
  const rule = {
    service_id: service.id,
    component: '_table/item/*',
    verb_mask: 31,
    filters: [{ name: 'active', operator: '=', value: 'true' }],
  }
  const role = await add(api, 'role', { name: engine, is_active: true, role_service_access_by_role_id: [rule] })
  const app = await add(api, 'app', { name: engine, is_active: true }, 'id,api_key')
  const person = { email: `${engine}@example.com`, password: 'password of a reader' }
  await add(api, 'user', { ...person, user_to_app_to_role_by_user_id: [{ app_id: app.id, role_id: role.id }] })
  const { body } = await api.call('POST', 'user/session', person)
  return { [apiKeyHeader]: String(app.api_key), [sessionTokenHeader]: String(body.session_token) }
}

async function add(api: Api, resource: string, record: object, fields = 'id') {
  const answer = await api.call('POST', `system/${resource}?fields=${fields}`, { resource: [record] })
  if (answer.status !== 201)
    throw new Error(`Adding to ${resource} gave ${answer.status}: ${JSON.stringify(answer.body)}`)
  return recordsOf(answer)[0] ?? {}
}
