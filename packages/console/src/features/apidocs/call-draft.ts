import type { DocVerb, Json } from './api-document.ts'
import { exampleOf } from './example.ts'
import type { ApiContent, ApiOperation, ApiParameter } from './operation.ts'

/** What somebody fills in to try an operation. */
export interface CallDraft {
  /** Texts as they are typed, by place and name. */
  readonly values: Readonly<Record<string, string>>
  /** Of the body, one of those that the operation takes; empty: there is no body. */
  readonly contentType: string
  readonly body: string
  readonly file: File | null
}

/** A call that is ready to be made. */
export interface ReadyCall {
  readonly verb: DocVerb
  /** Below the prefix of the API, encoded. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | File | null
}

export const draftKey = ({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>) => `${place} ${name}`

export function firstDraft(root: Json, { body }: ApiOperation): CallDraft {
  const content = body?.contents.find(({ type }) => isJson(type)) ?? body?.contents[0]
  return { values: {}, contentType: content?.type ?? '', body: content ? bodyExample(root, content) : '', file: null }
}

/** What stands in the editor before anything is typed. */
export function bodyExample(root: Json, { type, schema, example }: ApiContent): string {
  if (example !== undefined) return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return isJson(type) ? JSON.stringify(exampleOf(root, schema), null, 2) : ''
}

export function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type)
}

/** Bodies that are chosen from the disk, as nobody types them. */
export function isFile(type: string): boolean {
  return /octet-stream|^(?:image|audio|video)\/|zip|pdf/i.test(type)
}

/** What is missing or wrong, by parameter; `body` for that. */
export function checkDraft({ parameters, body }: ApiOperation, draft: CallDraft): Readonly<Record<string, string>> {
  const missing = parameters
    .filter((parameter) => parameter.required && (draft.values[draftKey(parameter)] ?? '').trim() === '')
    .map((parameter) => [draftKey(parameter), `${parameter.name} is needed.`] as const)
  const wrong = body === null ? null : bodyProblem(body.required, draft)
  return Object.fromEntries(wrong === null ? missing : [...missing, ['body', wrong] as const])
}

function bodyProblem(required: boolean, { contentType, body, file }: CallDraft): string | null {
  if (isFile(contentType)) return required && file === null ? 'Choose a file.' : null
  if (body.trim() === '') return required ? 'A body is needed.' : null
  if (!isJson(contentType)) return null
  try {
    JSON.parse(body)
    return null
  } catch {
    return 'This is no valid JSON.'
  }
}

/** @param service its name, below which the operation's path is */
export function callOf(service: string, operation: ApiOperation, draft: CallDraft): ReadyCall {
  const params: Record<string, string> = {}
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of operation.parameters) {
    const value = (draft.values[draftKey(parameter)] ?? '').trim()
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, segments(value))
    else if (value !== '' && parameter.in === 'query') params[parameter.name] = value
    else if (value !== '') headers[parameter.name] = value
  }
  const body = isFile(draft.contentType) ? draft.file : draft.body.trim() === '' ? null : draft.body
  const sent = operation.body === null ? null : body
  if (sent !== null) headers['Content-Type'] = draft.contentType || 'application/json'
  return {
    verb: operation.verb,
    path: `${encodeURIComponent(service)}${path === '/' ? '' : path}`,
    params,
    headers,
    body: sent,
  }
}

/** Paths of files have slashes, which stay. */
function segments(value: string): string {
  return value
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}
