import { type Habit, jsonOf, members, recordsOf, refusal } from './exchange.ts'

/** Fails on requests for some fields of tasks once there is a task. */
export const failsOnPartsOfTasks: Habit = async (call, ask) => {
  const response = await ask(call)
  const fields = call.query.get('fields') ?? '*'
  const isPart = fields !== '*' && !fields.split(',').includes('verb_mask')
  if (!/^system\/scheduler(?:\/\d+)?$/.test(call.path) || call.method !== 'GET' || !isPart || !response.ok)
    return response
  const [task] = recordsOf(await jsonOf(response))
  return task === undefined ? response : refusal(500, 'Undefined array key &quot;verb_mask&quot;', { bare: true })
}

/** Exports packages, but does not import them. */
export const importsNoPackages: Habit = async (call, ask) => {
  const imports = call.path === 'system/package' && call.method === 'POST'
  const isExport = typeof call.body === 'object' && call.body !== null && 'service' in call.body
  return imports && !isExport ? refusal(403, 'Package import is not available with this license.') : ask(call)
}

/** Requires every binary column of a table in each write. */
export const needsBinaryColumns: Habit = async (call, ask) => {
  const [service, kind, table, id] = call.path.split('/')
  if (kind !== '_table' || table === undefined || !['POST', 'PUT', 'PATCH'].includes(call.method)) return ask(call)
  const described = await ask({
    ...call,
    method: 'GET',
    path: `${service}/_schema/${table}`,
    query: new URLSearchParams(),
    body: undefined,
  })
  const { field } = members(await jsonOf(described))
  const binary = (Array.isArray(field) ? field : []).map(members).filter(({ type }) => type === 'binary')
  const given = id === undefined ? recordsOf(call.body) : [members(call.body)]
  const missing = binary.find(({ name }) => given.some((record) => !(String(name) in record)))
  if (missing === undefined) return ask(call)
  return refusal(500, `Undefined array key &quot;${missing.name}&quot;`, { bare: true })
}

/** Parses XML only with the root `dfapi`; with another root, every member counts as a record, and each is invalid. */
export const readsOneXmlRoot: Habit = async (call, ask) => {
  const isXml = call.headers.get('content-type')?.includes('xml') === true
  if (!isXml || call.method !== 'POST' || !call.path.startsWith('system/')) return ask(call)
  const text = await new Response(call.body as RequestInit['body']).text()
  const root = /<(?![?!])([\w.-]+)/.exec(text)?.[1]
  if (root === 'dfapi') return ask({ ...call, body: text })
  const message = 'Invalid data supplied. The name field is required.'
  const context = { error: ['resource'], resource: { resource: { code: 400, context: null, message } } }
  return Response.json(
    { error: { code: 1000, context, message: 'Batch Error: Not all requested records could be created.' } },
    { status: 400 },
  )
}
