import { createAccessToken } from '../access-tokens.ts'
import { oauthClient } from '../oauth-client.ts'
import type { TestInstance } from '../test-instance.ts'
import type { Walk } from './walk.ts'

/** Calls every operation on connected clients and access tokens. */
export async function walkConnectedClients({ call }: Walk, instance: TestInstance): Promise<void> {
  const { name: service } = await instance.make.service({ type: 'mcp' })
  const client = await oauthClient(instance, { service })
  for (const _ of [1, 2]) await client.connect(instance.root)
  await call('GET', `/mcp_catalog?service=${service}`)
  await call('GET', '/mcp_catalog?service=nothing', { status: 404 })
  for (const query of ['', '?period=24h&status=success', '?tool_name=get_tables'])
    await call('GET', `/mcp_usage${query}`)
  await call('GET', '/mcp_usage?period=century', { status: 400 })
  await call('GET', `/mcp_access?service=${service}`)
  await call('GET', '/mcp_access?service=nothing', { status: 404 })
  for (const query of ['', `?service=${service}`]) await call('GET', `/mcp_health${query}`)
  for (const _ of [1, 2]) await createAccessToken(instance, instance.root, ['apps'])
  const tokens = await call<{ resource: { id: number }[] }>('GET', '/access_token')
  const [token, another] = tokens.body.resource
  await call('GET', `/access_token/${token?.id}`)
  await call('DELETE', `/access_token/${token?.id}`)
  await call('DELETE', `/access_token?ids=${another?.id}`)
  const { body } = await call<{ resource: { id: number }[] }>('GET', '/connected_client')
  const [first, second] = body.resource
  await call('GET', `/connected_client/${first?.id}`)
  await call('DELETE', `/connected_client/${first?.id}`)
  await call('DELETE', `/connected_client?ids=${second?.id}`)
  await walkAccessRequests(call, instance)
}

async function walkAccessRequests(call: Walk['call'], { make }: TestInstance): Promise<void> {
  const { api_key: key } = await make.app()
  const ask = (component: string) =>
    call('POST', '/access_request', { key, isPublic: true, body: { resource: [{ service: 'sample', component }] } })
  for (const component of ['a', 'b']) await ask(component)
  await call('POST', '/access_request', { body: { resource: [{ service: 'sample' }] }, status: 400 })
  const { body } = await call<{ resource: { id: number }[] }>('GET', '/access_request')
  const [first, second] = body.resource
  await call('GET', `/access_request/${first?.id}`)
  await call('PATCH', `/access_request/${first?.id}`, { body: { status: 'approved', verbs: ['GET'] } })
  await call('PUT', `/access_request/${second?.id}`, { body: { status: 'denied' } })
}
