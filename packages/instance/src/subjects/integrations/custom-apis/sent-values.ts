import { readBySchema } from '@millwright/contract/custom-apis/json-schema'
import { invalid } from '@millwright/contract/problem'
import type { RequestSchema } from '@millwright/contract/records/execution-plan'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { PlanValues } from './resolve-values.ts'

/** What a caller sent to an endpoint. */
export interface Sent {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly body: unknown
}

const parts = ['path', 'query', 'header', 'body'] as const
/** Parameters of callers that the instance reads itself. */
const own = new Set(['api_key', 'session_token', 'script_token'])
const paging = new Set(['limit', 'offset', 'include_count'])

/** The values of the placeholders of a plan, by the schemas of its endpoint. Throws a 400 with everything that is wrong. */
export function sentValues(
  sent: Sent,
  { schema, isPaged }: { readonly schema: RequestSchema | null; readonly isPaged: boolean },
  { caller }: Pick<ApiRequest, 'caller'>,
  now: number,
): Omit<PlanValues, 'steps' | 'item' | 'lookups'> {
  const values: Record<string, unknown> = { ...sent, query: withoutOwn(sent.query, isPaged) }
  const described = new Set<string>()
  const problems: string[] = []
  for (const part of parts) {
    const given = schema?.[part]
    if (given === undefined || given === null) continue
    const closed = part === 'query' ? { additionalProperties: false, ...given } : given
    const read = readBySchema(closed, values[part] ?? {}, { at: part, isText: part !== 'body' })
    problems.push(...read.problems)
    values[part] = read.value
    described.add(part)
  }
  if (problems.length > 0) throw invalid({ request: problems.slice(0, 50) })
  const { user, role, app } = caller
  return {
    ...{ path: values.path, query: values.query, header: values.header, body: values.body, described },
    user: user === null ? null : { id: user.id, email: user.email },
    role: role === null ? null : { id: role.id, name: role.name },
    app: app === null ? null : { id: app.id, name: app.name },
    now: new Date(now).toISOString(),
  }
}

function withoutOwn(query: unknown, isPaged: boolean): Record<string, unknown> {
  const entries = typeof query === 'object' && query !== null ? Object.entries(query) : []
  return Object.fromEntries(entries.filter(([name]) => !own.has(name) && !(isPaged && paging.has(name))))
}
