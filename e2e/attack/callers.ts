import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance } from '../harness/instance.ts'

export interface CallerFigures {
  readonly calls: number
  readonly paths: number
  readonly callers: number
  /** Calls that succeeded for a caller without permissions, beyond what is public by contract. */
  readonly reached: readonly string[]
  readonly failures: readonly string[]
}

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'MERGE']
/**
 * Public by contract: docs/wire/sessions.md, docs/wire/environment.md, and docs/wire/api-docs.md, which lists no services to anonymous
 * callers.
 */
const isPublic =
  /^(?:GET|HEAD) (?:system\/environment|api_docs)$|^\w+ (?:user|system\/admin)\/(?:session|password)$|^\w+ user\/register$|^OPTIONS /
/** What every signed-in user may do for themselves, and lists of services, which are empty for them. */
const isOwn = /^\w+ user\/(?:profile|custom|two_factor|passkey|password|session)|^(?:GET|HEAD) (?:|user)$/
/** The caller's own requests for access: docs/wire/access-requests.md. */
const isAsked = /^(?:GET|HEAD) system\/access_request$/

/** Calls one in `every` of the paths that the instance describes, with every verb, as callers who must not reach them. */
export async function callAsOthers(instance: RunningInstance, every: number): Promise<CallerFigures> {
  const root = await signIn(instance.url, firstAdmin)
  const described = await describedPaths(instance.url, root.token)
  const paths = described.filter((_, at) => at % every === 0)
  const { body } = await root.call('GET', 'system/app?fields=*&filter=name%3Dadmin')
  const key = String(recordsOf({ body })[0]?.api_key)
  await root.call('POST', 'system/user', {
    resource: [{ name: 'Nobody', email: 'nobody@example.com', password: 'nobody-password' }],
  })
  const login = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const session = await fetch(`${instance.url}${apiPrefix}/user/session`, {
    ...login,
    body: JSON.stringify({ email: 'nobody@example.com', password: 'nobody-password' }),
  })
  const { session_token: token } = await session.json()
  const forged = `${root.token.slice(0, -4)}AAAA`
  const callers: Readonly<Record<string, Record<string, string>>> = {
    nobody: {},
    'a key alone': { [apiKeyHeader]: key },
    'a wrong key': { [apiKeyHeader]: 'f'.repeat(64) },
    'a user without roles': { [sessionTokenHeader]: token },
    'a user without roles, with a key': { [sessionTokenHeader]: token, [apiKeyHeader]: key },
    'a forged token': { [sessionTokenHeader]: forged },
    'a token of another algorithm': { [sessionTokenHeader]: withoutSignature(root.token) },
    'a wrong password': { authorization: `Basic ${btoa(`${firstAdmin.email}:wrong`)}` },
  }
  const reached: string[] = []
  const failures: string[] = []
  let calls = 0
  const callAll = async ([caller, headers]: [string, Record<string, string>]) => {
    for (const path of paths) {
      for (const verb of verbs) {
        const response = await fetch(`${instance.url}${apiPrefix}/${path}`, {
          method: verb,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(['GET', 'HEAD', 'OPTIONS'].includes(verb) ? {} : { body: '{"resource":[{}]}' }),
        })
        await response.arrayBuffer()
        calls += 1
        const call = `${verb} ${path}`
        if (response.status >= 500 && response.status !== 501) failures.push(`${call}: ${response.status}`)
        const isUser = caller.startsWith('a user')
        const allowed =
          isPublic.test(call) ||
          (isUser && isOwn.test(call)) ||
          ((isUser || caller === 'a key alone') && isAsked.test(call))
        if (response.ok && !allowed) reached.push(`${caller}: ${call}`)
      }
    }
  }
  await Promise.all(Object.entries(callers).map(callAll))
  return { calls, paths: paths.length, callers: Object.keys(callers).length, reached, failures }
}

async function describedPaths(url: string, token: string): Promise<string[]> {
  const response = await fetch(`${url}${apiPrefix}/api_docs`, { headers: { [sessionTokenHeader]: token } })
  const document: { paths: Record<string, unknown> } = await response.json()
  return Object.keys(document.paths).map((path) => path.replace(/^\//, '').replaceAll(/\{[^}]*\}/g, '1'))
}

function withoutSignature(token: string): string {
  const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  return `${head}.${token.split('.')[1]}.`
}
