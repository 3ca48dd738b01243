import { customApiEndpointFields, customApiFields } from '@millwright/contract/records/custom-api'
import { dataViewFields } from '@millwright/contract/records/data-view'
import { webhookFields } from '@millwright/contract/records/webhook'
import { type Answer, recordsOf, signIn } from './api.ts'
import { requestAuthorization } from './asking-client.ts'
import type { Shown } from './furnish.ts'
import { hostileRecord, hostileText } from './hostile-texts.ts'
import { firstAdmin } from './instance.ts'

interface Furnishing {
  /** Creates a record of `system`, and returns its id. */
  made(collection: string, record: object): Promise<number>
  call(verb: string, path: string, body?: unknown): Promise<Answer>
  serviceId(name: string): Promise<number>
  /** Of the instance. */
  readonly url: string
}

/** Creates what programs, assistants and those who ask for access bring along, with hostile texts in all fields. */
export async function furnishForPrograms({ made, call, serviceId, url }: Furnishing): Promise<Shown> {
  const api_id = await made('custom_api', {
    ...hostileRecord(customApiFields, 'api'),
    name: 'hostile',
    base_path: 'hostile-api',
    status: 'draft',
    sunset: null,
    metadata: { text: hostileText('api') },
  })
  await made('custom_api_source', { api_id, service_id: await serviceId('sample') })
  const steps = [
    { id: 'tags', service: 'sample', resource: '_table/tag', params: { filter: hostileText('plan', 100) } },
  ]
  const endpoint = await made('custom_api_endpoint', {
    ...hostileRecord(customApiEndpointFields, 'endpoint'),
    api_id,
    method: 'GET',
    path: '/hostile',
    execution_plan: { steps },
    docs: { text: hostileText('endpoint') },
  })
  const assistant = await made('service', {
    name: 'hostile_assistant',
    label: 'Assistant',
    type: 'mcp',
    is_active: true,
    config: {
      exposed_services: ['sample'],
      allow_session_auth: true,
      instructions: hostileText('tool', 1000),
      prompts: [{ name: 'hostile', description: hostileText('tool'), text: hostileText('tool') }],
      custom_tools: [
        { name: 'hostile', description: hostileText('tool'), http_method: 'GET', url: '/api/v2/sample/_table/tag' },
      ],
    },
  })
  const { consent, code } = await requestAuthorization(url, 'hostile_assistant', hostileText('client', 100))
  await call('POST', 'user/access_token', {
    name: hostileText('token', 60),
    scopes: ['config:plan'],
    current_password: firstAdmin.password,
  })
  await ask()
  return {
    api: api_id,
    endpoint,
    assistant,
    consent,
    code,
    webhook: await made('webhook', {
      ...hostileRecord(webhookFields, 'webhook'),
      url: `https://example.com/${hostileText('webhook')}`,
      events: ['db._schema.get'],
      secret: null,
    }),
    view: await made('data_view', {
      ...hostileRecord(dataViewFields, 'view'),
      service_id: await serviceId('sample'),
      table: 'tag',
      order: null,
    }),
  }

  /** Somebody asks for access. */
  async function ask(): Promise<void> {
    const person = { email: 'asker@example.com', password: 'a password that nobody has' }
    const app_id = recordsOf(await call('GET', 'system/app?filter=name="admin"&fields=id'))[0]?.id
    const role_id = await made('role', { name: 'askers', is_active: true })
    await made('user', {
      ...person,
      name: hostileText('asked', 80),
      user_to_app_to_role_by_user_id: [{ app_id, role_id }],
    })
    const asker = await signIn(url, person, 'user/session')
    const request = { service: 'db', component: '_table/*', verbs: ['GET'], note: hostileText('asked') }
    const { status, body } = await asker.call('POST', 'system/access_request', { resource: [request] })
    if (status >= 300) throw new Error(`Asking for access gave ${status}: ${JSON.stringify(body)}`)
  }
}
