import type { DocVerb, Json } from './api-document.ts'
import { exampleOf } from './example.ts'
import {
  isMultipart,
  isUrlEncoded,
  missingParts,
  type PartValue,
  partsOf,
  type SentPart,
  sentParts,
} from './form-parts.ts'
import { docsMessages } from './messages.ts'
import type { ApiBody, ApiContent, ApiOperation, ApiParameter } from './operation.ts'

/** What somebody fills in to try an operation. */
export interface CallDraft {
  /** Texts as they are typed, by place and name. */
  readonly values: Readonly<Record<string, string>>
  /** Of the body, one of those that the operation takes; empty: there is no body. */
  readonly contentType: string
  readonly body: string
  readonly file: File | null
  /** Of a form, by the names of its parts. */
  readonly parts: Readonly<Record<string, PartValue>>
}

/** A call that is ready to be made. */
export interface ReadyCall {
  readonly verb: DocVerb
  /** Below the prefix of the API, encoded. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** A list: the parts of a multipart form. */
  readonly body: string | File | readonly SentPart[] | null
}

export const draftKey = ({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>) => `${place} ${name}`

export function firstDraft(root: Json, { body }: ApiOperation): CallDraft {
  const content = body?.contents.find(({ type }) => isJson(type)) ?? body?.contents[0]
  const text = content ? bodyExample(root, content) : ''
  return { values: {}, contentType: content?.type ?? '', body: text, file: null, parts: {} }
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

/** The key of a part among what is missing or wrong. */
export const partKey = (name: string) => `part ${name}`

/** What is missing or wrong, by parameter and part; `body` for one that is no form. */
export function checkDraft(
  root: Json,
  { parameters, body }: ApiOperation,
  draft: CallDraft,
): Readonly<Record<string, string>> {
  const missing = parameters
    .filter((parameter) => parameter.required && (draft.values[draftKey(parameter)] ?? '').trim() === '')
    .map((parameter) => [draftKey(parameter), docsMessages.isNeeded({ name: parameter.name })] as const)
  return Object.fromEntries([...missing, ...(body === null ? [] : bodyProblems(root, body, draft))])
}

function bodyProblems(root: Json, body: ApiBody, draft: CallDraft): readonly (readonly [string, string])[] {
  const parts = partsOf(root, chosenContent(body, draft))
  if (parts !== null)
    return missingParts(parts, draft.parts).map((name) => [partKey(name), docsMessages.isNeeded({ name })])
  const wrong = bodyProblem(body.required, draft)
  return wrong === null ? [] : [['body', wrong]]
}

/** What the operation says of the type of body that was chosen. */
export function chosenContent({ contents }: ApiBody, { contentType }: CallDraft): ApiContent | undefined {
  return contents.find(({ type }) => type === contentType)
}

function bodyProblem(required: boolean, { contentType, body, file }: CallDraft): string | null {
  if (isFile(contentType)) return required && file === null ? docsMessages.chooseAFile : null
  if (body.trim() === '') return required ? docsMessages.aRequestBodyIsRequired : null
  if (!isJson(contentType)) return null
  try {
    JSON.parse(body)
    return null
  } catch {
    return docsMessages.thisIsNoValidJson
  }
}

/** @param root the document that the operation is of
 *  @param service its name, below which the operation's path is */
export function callOf(root: Json, service: string, operation: ApiOperation, draft: CallDraft): ReadyCall {
  const params: Record<string, string> = {}
  const headers: Record<string, string> = {}
  let path = operation.path
  for (const parameter of operation.parameters) {
    const value = (draft.values[draftKey(parameter)] ?? '').trim()
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, segments(value))
    else if (value !== '' && parameter.in === 'query') params[parameter.name] = value
    else if (value !== '') headers[parameter.name] = value
  }
  const sent = operation.body === null ? null : bodyOf(root, operation.body, draft)
  // Of a form with parts the sender says where each ends, in the header too.
  if (sent !== null && !isMultipart(draft.contentType))
    headers['Content-Type'] = draft.contentType || 'application/json'
  return {
    verb: operation.verb,
    path: `${encodeURIComponent(service)}${path === '/' ? '' : path}`,
    params,
    headers,
    body: sent,
  }
}

function bodyOf(root: Json, body: ApiBody, draft: CallDraft): ReadyCall['body'] {
  const parts = partsOf(root, chosenContent(body, draft))
  if (parts === null) return isFile(draft.contentType) ? draft.file : draft.body.trim() === '' ? null : draft.body
  const sent = sentParts(parts, draft.parts)
  if (sent.length === 0) return null
  if (!isUrlEncoded(draft.contentType)) return sent
  return new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
}

/** Paths of files have slashes, which stay. */
function segments(value: string): string {
  return value
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}
