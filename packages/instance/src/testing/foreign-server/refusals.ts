import { type Habit, jsonOf, members, recordsOf, refusal } from './exchange.ts'

/** Minimum password length there; it is not announced. */
const leastLength = 16

/** Validates records with the messages of its framework and database. */
export const refusesInRawWords: Habit = async (call, ask) => {
  const [service, resource = '', id] = call.path.split('/')
  if (service !== 'system' || !['POST', 'PUT', 'PATCH'].includes(call.method)) return ask(call)
  const creates = call.method === 'POST' && id === undefined
  const { password } = members(recordsOf(call.body)[0])
  const short = typeof password === 'string' && password.length < leastLength && ['user', 'admin'].includes(resource)
  if (short && creates)
    return batch(invalid('password', `The password field must be at least ${leastLength} characters.`))
  const response = await ask(call)
  if (response.status !== 400) return response
  const said = JSON.stringify(await jsonOf(response))
  const [, member] = /"(\w+) is already in use\./.exec(said) ?? []
  if (member === undefined) return response
  const isPerson = member === 'email' && ['user', 'admin'].includes(resource)
  const refused = isPerson ? invalid('username', 'The username has already been taken.') : sql(resource, member)
  return creates ? batch(refused) : Response.json({ error: refused }, { status: 400 })
}

function invalid(field: string, sentence: string) {
  return {
    code: 400,
    context: { [field]: [sentence] },
    message: `Invalid data supplied. ${sentence}`,
    status_code: 400,
  }
}

function sql(table: string, column: string) {
  const failed = `Integrity constraint violation: 19 UNIQUE constraint failed: ${table}.${column}`
  const statement = `insert into &quot;${table}&quot; (&quot;${column}&quot;) values (x)`
  return { code: '23000', message: `SQLSTATE[23000]: ${failed} (Connection: sqlite, SQL: ${statement})` }
}

function batch(refused: object): Response {
  const context = { error: [0], resource: [refused] }
  const message = 'Batch Error: Not all requested records could be created.'
  return Response.json({ error: { code: 1000, context, message, status_code: 400 } }, { status: 400 })
}

/** Responds with an HTML page to people who are not root administrators. */
export const pagesForOthers: Habit = async (call, ask) => {
  const response = await ask(call)
  const rootsOnly = /^system\/(?:admin|service_report)(?:\/\d+)?$/.test(call.path)
  if (!rootsOnly || response.status !== 403) return response
  const page = '<!DOCTYPE html><html><head><title>Server Error</title></head><body>500</body></html>'
  return new Response(page, { status: 500, headers: { 'content-type': 'text/html; charset=UTF-8' } })
}

/** Rejects requests with a given status and message. */
export function refusing(path: string, status: number, message: string): Habit {
  return (call, ask) => (call.path === path ? Promise.resolve(refusal(status, message)) : ask(call))
}
