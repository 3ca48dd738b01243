import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { Person } from './instance.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface Api {
  readonly token: string
  /** Body of the sign-in response. */
  readonly session: Answer['body']
  /** Path after the API prefix, such as `system/admin?limit=1`. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Signs a person in, as an administrator unless `at` names another session resource, and returns an API client. */
export async function signIn(url: string, { email, password }: Person, at = 'system/admin/session'): Promise<Api> {
  const { status, body } = await call(url, {})('POST', at, { email, password })
  if (typeof body.session_token !== 'string') throw new Error(`Signing in as ${email} gave ${status}`)
  return { token: body.session_token, session: body, call: call(url, { [sessionTokenHeader]: body.session_token }) }
}

function call(url: string, always: Readonly<Record<string, string>>): Api['call'] {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${apiPrefix}/${path}`, {
      method,
      headers: { ...always, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
}

/** Returns the records of a list response. */
export function recordsOf({ body }: Pick<Answer, 'body'>): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = body.resource
  return Array.isArray(list) ? list : []
}

/** Adds administrators named `Person 001` and so on. */
export async function addAdmins(api: Api, count: number): Promise<readonly number[]> {
  const resource = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    return { email: `person${number}@example.com`, name: `Person ${number}`, first_name: 'Person', last_name: number }
  })
  const answer = await api.call('POST', 'system/admin?fields=id', { resource })
  if (answer.status >= 300) throw new Error(`Adding ${count} administrators gave ${answer.status}`)
  return recordsOf(answer).map(({ id }) => Number(id))
}
