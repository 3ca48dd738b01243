import { answerWith, type Habit, jsonOf, members, recordsOf, refusal } from './exchange.ts'

/** Resources under `system` that only our instance has. */
const own = ['access_explanation', 'audit', 'email_preview', 'outbox', 'two_step']

/** Announces nothing that the common API lacks: no features, no ETag, no minimum password length. */
export const announcesNothing: Habit = async (call, ask) => {
  const headers = new Headers(call.headers)
  headers.delete('if-match')
  const response = withoutTag(await ask({ ...call, headers }))
  if (call.path !== 'system/environment' || !response.ok) return response
  const { runtime: _runtime, ...environment } = members(await jsonOf(response))
  const { password_min_length: _length, passkeys: _passkeys, ...authentication } = members(environment.authentication)
  const { features: _features, ...platform } = members(environment.platform)
  return answerWith(response, {
    ...environment,
    authentication,
    platform: { ...platform, ...('version' in platform && { version: '7.3.3' }) },
  })
}

/** Responses from the network have immutable headers. */
function withoutTag(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.delete('etag')
  return new Response(response.body, { status: response.status, headers })
}

/** Lacks some resources under `system`: they are neither listed nor found. */
export function lacking(names: readonly string[]): Habit {
  const missing = new Set([...own, ...names])
  return async (call, ask) => {
    const [service, resource = ''] = call.path.split('/')
    if (service === 'system' && missing.has(resource))
      return refusal(404, `Resource '${resource}' not found for service 'system'.`)
    const response = await ask(call)
    if (call.path !== 'system' || call.method !== 'GET' || !response.ok) return response
    const listed = recordsOf(await jsonOf(response)).filter(({ name }) => !missing.has(String(name)))
    return answerWith(response, { resource: listed })
  }
}
