import { apiPrefix } from '@millwright/contract/headers'
import { type FieldMessages, invalid, Problem } from '@millwright/contract/problem'
import { isVerb } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, type Fields, fieldsOf, readKey, textIn, unsupported } from '../../../request/body.ts'
import { type CallPath, readCallPath } from '../../../request/call.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { draftRoleIn } from './assumed-rights.ts'
import type { ExplainCall, HypotheticalCall } from './explain-call.ts'

/** `POST system/access_explanation`: whether a request would be allowed, and why. Requires permission to read roles. */
export function createAccessExplanationResource(explainCall: ExplainCall): SystemResource {
  return {
    name: 'access_explanation',
    label: 'Access explanation',
    description: 'Whether a request is allowed, and which access rows decide.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    guard,
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'POST') throw unsupported(request)
      return { status: 200, body: await explainCall(readAsked(request)) }
    },
  }
}

function guard(request: AccessRequest): void {
  if (!decide({ ...request, verb: 'GET', resource: 'role' }, []).allowed) throw accessProblem(request)
}

function readAsked(request: ApiRequest): HypotheticalCall {
  const fields = fieldsOf(request)
  const problems: FieldMessages = {}
  const verb = (textIn(fields, 'verb') ?? '').toUpperCase()
  const script = textIn(fields, 'script') ?? null
  const requestor = (textIn(fields, 'requestor') ?? (script === null ? 'API' : 'SCRIPT')).toUpperCase()
  const userId = idIn(fields, 'user_id', problems)
  const appId = idIn(fields, 'app_id', problems)
  const apiKey = textIn(fields, 'api_key')
  const taskId = idIn(fields, 'task_id', problems)
  const draft = draftRoleIn(fields, problems)
  if (!isVerb(verb)) problems.verb = ['verb must be GET, POST, PUT, PATCH or DELETE.']
  if (requestor !== 'API' && requestor !== 'SCRIPT') problems.requestor = ['requestor must be API or SCRIPT.']
  if (appId !== null && apiKey !== undefined) problems.api_key = ['Either app_id or api_key says whose key is sent.']
  if (Object.keys(problems).length > 0 || !isVerb(verb)) throw invalid(problems)
  return {
    ...pathIn(fields),
    verb,
    requestor: requestor === 'SCRIPT' ? 'SCRIPT' : 'API',
    userId,
    taskId,
    script,
    draft,
    asker: request.caller,
    key: appId !== null ? { appId } : apiKey !== undefined ? { apiKey } : null,
  }
}

function idIn(fields: Fields, name: string, problems: FieldMessages): number | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null
  if (value === null || value === '') return null
  const id = readKey(value, 'number')
  if (id === null) problems[name] = [`${name} must be an identifier.`]
  return typeof id === 'number' ? id : null
}

/** From `path`, with or without host and prefix, or else from `service` and `component`. */
function pathIn(fields: Fields): CallPath {
  const address = textIn(fields, 'path')
  if (address === undefined)
    return readCallPath(`${textIn(fields, 'service') ?? ''}/${textIn(fields, 'component') ?? ''}`)
  const path = address.trim().replace(/^https?:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  const plain = `/${(end < 0 ? path : path.slice(0, end)).replace(/^\/+/, '')}`
  const inApi = plain === apiPrefix || plain.startsWith(`${apiPrefix}/`)
  if (!inApi && /^\/api(?:\/|$)/.test(plain)) throw new Problem(404, `URLs of the API begin with ${apiPrefix}.`)
  return readCallPath(inApi ? plain.slice(apiPrefix.length) : plain)
}
