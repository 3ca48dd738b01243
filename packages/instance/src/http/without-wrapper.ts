import { isRecord } from '@millwright/contract/wire/is-record'
import { isYes } from '../platform/yes-and-no.ts'

/** The rows alone when `wrap` is off and the answer is a list; its `meta` has no place then (docs/wire/requests.md). */
export function withoutWrapper(body: unknown, wrap: string): unknown {
  if (isYes(wrap) || !isRecord(body) || !Array.isArray(body.resource)) return body
  return body.resource
}
