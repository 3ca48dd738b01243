import { describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { type Walk, walkOf } from '../../../../testing/openapi/walk.ts'
import { walkConfig } from '../../../../testing/openapi/walk-config.ts'
import { walkConnectedClients } from '../../../../testing/openapi/walk-connected-clients.ts'
import { walkDataHistory } from '../../../../testing/openapi/walk-data-history.ts'
import { walkUsage } from '../../../../testing/openapi/walk-usage.ts'
import { walkWebhooks } from '../../../../testing/openapi/walk-webhooks.ts'
import { sharedInstance, type TestInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { type Place, type Records, recordsAt } from './system-records.ts'

describe.each(engines)('the service system on %s', (engine) => {
  const instance = sharedInstance({ engine, config: { sampleData: true } })
  const { send, root: as, make } = instance
  const place = fixture(async () => {
    const { id: roleId } = await make.role()
    const { id: appId } = await make.app({ role_id: roleId })
    const { id: personId } = await make.user()
    const serviceId = await make.serviceId('files')
    const databaseId = await make.serviceId('db')
    const api = { name: 'walked', custom_api_source_by_api_id: [{ service_id: databaseId }] }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/custom_api', {
      as,
      body: { resource: [api] },
    })
    return { serviceId, databaseId, roleId, appId, personId, apiId: made.body.resource[0].id }
  })

  it('conforms to its document', async () => {
    const walk = await walkOf({ send, as }, 'system')
    for (const query of ['', '?as_list=true', '?fields=*']) await walk.call('GET', `/${query}`)
    for (const [name, each] of Object.entries(recordsAt(place))) await walkRecords(walk, name, each)
    await reports(walk, instance)
    await scripts(walk)
    await others(walk, instance, place)
    await walkConnectedClients(walk, instance)
    for (const each of [contracts, walkUsage, walkConfig]) await each(walk)
    await walkDataHistory(walk, instance)
    await walkWebhooks(walk, instance)
    await revisions(walk, place.apiId)
    await own(walk, instance)
    expect(walk.faults).toEqual([])
    // Logout always succeeds.
    expect(walk.proxy.uncalled()).toEqual({ succeeded: [], refused: ['delete /admin/session'] })
  })
})

async function walkRecords({ call, proxy }: Walk, name: string, { fresh, change, key = 'id' }: Records): Promise<void> {
  const path = `/${name}`
  for (const query of [
    '',
    `?fields=${key}`,
    '?as_list=true',
    '?count_only=true',
    '?include_count=true&limit=1',
    '?include_schema=true',
  ]) {
    await call('GET', path + query)
  }
  for (const query of [
    '?offset=1&limit=2',
    `?order=${key}%20desc`,
    `?filter=${key}%20is%20not%20null`,
    `?group=${key}`,
  ]) {
    await call('GET', path + query)
  }
  for (const file of ['all.csv', 'all.xml', 'all.json']) await call('GET', `${path}?file=${file}`)
  await call('GET', `${path}?fields=nothing`, { status: 400 })
  await call('POST', path, { body: { resource: [{}] }, status: 400 })
  const relations = proxy.choices(`get ${path}`, 'related')
  const related = relations.length === 0 ? '' : `&related=${relations.join(',')}`
  const made = await call<{ resource: Record<string, unknown>[] }>('POST', `${path}?fields=*${related}`, {
    body: { resource: [fresh] },
    status: 201,
  })
  const id = String(made.body.resource?.[0]?.[key])
  await call('POST', path, { body: { resource: [{ ...fresh, [key === 'id' ? 'name' : key]: '' }] }, status: 400 })
  for (const method of ['PUT', 'PATCH']) {
    await call(method, `${path}?fields=*${related}`, {
      body: { resource: [{ [key]: made.body.resource?.[0]?.[key], ...change }] },
    })
    await call(method, `${path}/${id}?fields=*${related}`, { body: change })
    await call(method, `${path}/99999`, { body: change, status: 404 })
  }
  await call('GET', `${path}?ids=${id}${related}`)
  // A missing limit requested alone results in its own error instead of a batch error.
  await call('GET', `${path}?ids=99999`, { status: name === 'limit' ? 404 : 400 })
  await call('GET', `${path}/${id}?fields=*${related}`)
  await call('DELETE', `${path}/${id}?fields=*${related}`)
  await call('DELETE', `${path}/${id}`, { status: 404 })
  const again = await call<{ resource: Record<string, unknown>[] }>('POST', path, {
    body: { resource: [fresh] },
    status: 201,
  })
  await call('DELETE', `${path}?ids=${String(again.body.resource?.[0]?.[key])}`)
}

async function reports({ call }: Walk, { send, root: as }: TestInstance): Promise<void> {
  for (const name of ['service_report', 'audit']) {
    const { body } = await call<{ resource: { id: number }[] }>('GET', `/${name}?limit=5&include_count=true`)
    for (const query of ['?as_list=true', '?count_only=true', '?file=all.csv']) await call('GET', `/${name}${query}`)
    await call('GET', `/${name}/${body.resource[0]?.id}`)
    await call('GET', `/${name}/99999`, { status: 404 })
  }
  const made = await send<{ resource: { id: number }[] }>('POST', 'system/role', {
    as,
    body: { resource: [{ name: 'gone' }] },
  })
  await send('DELETE', `system/role/${made.body.resource[0]?.id}`, { as })
  const entries = await call<{ resource: { id: number }[] }>('GET', '/audit?order=id%20desc&limit=1')
  await call('POST', `/audit/${entries.body.resource[0]?.id}/take_back`)
}

async function scripts({ call }: Walk): Promise<void> {
  const path = '/event_script/system.app.get.post_process'
  await call('POST', path, { body: { type: 'nodejs', content: 'return', is_active: true } })
  await call('GET', `${path}/run`)
  await call('POST', `${path}/event`, { body: { minutes: 1 } })
  await call('GET', `${path}/event`)
  await call('DELETE', `${path}/event`)
  await call('POST', `${path}/trial`, { body: { type: 'nodejs', content: 'return 1', simulate: true } })
  await call('POST', `${path}/trial`, { body: { type: 'nodejs', content: 'throw new Error("no")', simulate: true } })
  await call('DELETE', path)
}

async function contracts({ call }: Walk): Promise<void> {
  const path = '/schema_contract'
  const table = `${path}/sample/tables/customer`
  await call('GET', `${table}/diff`, { status: 404 })
  await call('POST', `${table}/test`)
  await call('GET', `${table}/openapi`)
  for (let time = 0; time < 2; time++) await call('POST', `${table}/lock?force=true`)
  await call('PUT', `${path}/sample`, { body: { mode: 'auto' } })
  await call('PATCH', `${path}/sample`, { body: { runtime_enforcement: 'off', archive_retention_count: 5 } })
  await call('PATCH', `${path}/sample`, { body: { mode: 'any' }, status: 400 })
  await call('POST', `${path}/sample/promote`)
  for (const each of [
    '',
    '/sample',
    '/sample/diff',
    '/sample/diff?include=candidate',
    '/sample/openapi',
    '/sample/tables',
  ])
    await call('GET', `${path}${each}`)
  for (const each of ['diff', 'snapshot', 'snapshots', 'snapshots/1', 'openapi']) await call('GET', `${table}/${each}`)
  for (let time = 0; time < 2; time++) await call('DELETE', table)
  await call('DELETE', `${path}/sample`)
}

async function revisions({ call }: Walk, apiId: number): Promise<void> {
  const steps = [{ service: 'db', resource: '' }]
  const endpoint = { api_id: apiId, method: 'GET', path: '/published', execution_plan: { steps } }
  await call('POST', '/custom_api_endpoint', { body: { resource: [endpoint] } })
  await call('POST', '/custom_api_test', { body: { endpoint, trace: true } })
  for (let time = 0; time < 3; time++) await call('PATCH', `/custom_api/${apiId}`, { body: { publish: true } })
  for (const state of ['', '&from=1&to=2', '&from=99'])
    await call('GET', `/custom_api_comparison?api_id=${apiId}${state}`, state === '&from=99' ? { status: 404 } : {})
  const { body } = await call<{ resource: { id: number }[] }>('GET', '/custom_api_revision?order=id')
  const [first, second] = body.resource
  await call('GET', `/custom_api_revision/${first?.id}`)
  await call('DELETE', `/custom_api_revision/${first?.id}`)
  await call('DELETE', `/custom_api_revision?ids=${second?.id}`)
}

async function others({ call }: Walk, { send, root: as }: TestInstance, place: Place): Promise<void> {
  const { personId, appId, roleId, serviceId } = place
  await call('POST', '/service_check', { body: { type: 'sqlite', config: { database: 'tested.sqlite' } } })
  await call('POST', '/access_explanation', {
    body: { user_id: personId, app_id: appId, verb: 'GET', path: 'files/a.txt' },
  })
  for (const query of ['', '?fields=*', '?as_list=true']) await call('GET', `/cache${query}`)
  await call('DELETE', '/cache/files')
  await call('DELETE', '/cache/nothing', { status: 404 })
  await call('DELETE', '/cache')
  await call('GET', '/constant')
  await call('POST', '/email_preview', { body: { subject: 'Hello {name}', body_text: 'World' } })
  await call('GET', '/environment', { isPublic: true })
  await call('GET', '/environment', { isPublic: true, as: { token: 'none' }, status: 401 })
  for (const query of ['', '?service=files', '?scriptable=true', '?as_list=true', '?services_only=true'])
    await call('GET', `/event${query}`)
  await call('GET', '/limit_cache')
  const limit = recordsAt(place).limit?.fresh
  const made = await call<{ resource: { id: number }[] }>('POST', '/limit', { body: { resource: [limit] } })
  const id = made.body.resource[0]?.id
  await call('GET', `/limit_cache/${id}`)
  await call('GET', `/limit_cache?ids=${id}`)
  await call('DELETE', `/limit_cache/${id}`)
  await call('DELETE', `/limit_cache?ids=${id}`)
  await send('POST', 'email', { as, body: { to: 'a@example.test', subject: 'Hello', body_text: 'World' } })
  const { body } = await call<{ resource: { id: string }[] }>('GET', '/outbox?limit=5&include_count=true')
  await call('GET', `/outbox/${body.resource[0]?.id}`)
  await call('GET', '/package')
  await call('POST', '/package', {
    body: { service: { system: { role: [roleId] } }, storage: { id: serviceId, filename: 'a.zip' } },
  })
  for (const name of ['script_type', 'service_type']) {
    for (const query of ['', '?fields=name', '?as_list=true']) await call('GET', `/${name}${query}`)
    await call('GET', `/${name}/${name === 'script_type' ? 'nodejs' : 'sqlite'}`)
    await call('GET', `/${name}/nothing`, { status: 404 })
  }
  const csv = 'name,size\nbolt,3\n'
  const boundary = '--part\r\ncontent-disposition: form-data; name='
  await call('POST', '/import', {
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: `${boundary}"service"\r\n\r\nsample\r\n${boundary}"file"; filename="a.csv"\r\n\r\n${csv}\r\n--part--\r\n`,
  })
  await call('POST', '/import', { body: { import_url: 'nowhere' }, status: 400 })
  await call('GET', '/two_step')
  await call('PUT', '/two_step', { body: { policy: 'allowed' } })
  await call('GET', `/two_step/${personId}`)
  await call('DELETE', `/two_step/${personId}`)
}

async function own({ call }: Walk, { make }: TestInstance): Promise<void> {
  const admin = await make.admin()
  const [isPublic, { email, password }] = [true, admin]
  await call('POST', '/admin/session', { isPublic, body: { email, password } })
  await call('POST', '/admin/session', { isPublic, body: { email, password: 'wrong' }, status: 401 })
  const { token } = admin
  await call('GET', '/admin/session', { as: { token } })
  await call('GET', '/admin/profile', { as: { token } })
  for (const method of ['POST', 'PUT', 'PATCH'])
    await call(method, '/admin/profile', { as: { token }, body: { first_name: 'Ann' } })
  const refreshed = await call<{ session_token: string }>('PUT', '/admin/session', { as: { token } })
  const changed = { old_password: password, new_password: 'another password' }
  await call('POST', '/admin/password', { as: { token: refreshed.body.session_token ?? 'none' }, body: changed })
  await call('DELETE', '/admin/session', { as: { token: refreshed.body.session_token ?? 'none' }, isPublic })
}
