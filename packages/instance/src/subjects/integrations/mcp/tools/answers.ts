import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { FileContent } from '../../../../request/file-content.ts'
import { wholeBody } from '../../../../request/row-stream.ts'
import type { ToolCall, ToolSession } from './tool.ts'

/** Returns the JSON of a response. Throws a 502 if it is not JSON. */
export async function ask(session: ToolSession, call: ToolCall): Promise<unknown> {
  const { body } = await session.call(call)
  if (body instanceof FileContent) {
    await body.content.close()
    throw new Problem(502, 'The response is a file, where a structure was expected.')
  }
  return await wholeBody(body)
}

/** Returns the list in a response. A single record becomes a list of one. */
export async function askList(session: ToolSession, call: ToolCall): Promise<readonly unknown[]> {
  return listIn(await ask(session, call))
}

export function listIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  if (isRecord(body) && Array.isArray(body.resource)) return body.resource
  return body === null || body === undefined ? [] : [body]
}

/** The members of a record with these names that are not empty. */
export function withoutEmpty(record: unknown, names: readonly string[]): Record<string, unknown> {
  if (!isRecord(record)) return {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = record[name]
      const isEmpty = value === null || value === undefined || value === '' || value === false
      return isEmpty || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]]
    }),
  )
}

/** Maximum characters of one value, tried in this order until a single item fits. */
const cellSizes = [2_000, 200, 40] as const

/** The first items that fit into the budget of characters. A single item that is too long has its values cut. */
export function takeWithinBudget(items: readonly unknown[], budget: number): unknown[] {
  const fit: unknown[] = []
  let length = 0
  for (const item of items) {
    const kept = fit.length === 0 ? cutToFit(item, budget) : cut(item, cellSizes[0])
    length += JSON.stringify(kept).length + 1
    if (fit.length > 0 && length > budget) break
    fit.push(kept)
  }
  return fit
}

function cutToFit(item: unknown, budget: number): unknown {
  let kept: unknown = null
  for (const size of cellSizes) {
    kept = cut(item, size)
    if (JSON.stringify(kept).length <= budget) return kept
  }
  return JSON.stringify(kept).slice(0, budget)
}

/** Cuts long texts in a value, and converts numbers that would lose digits to text. */
export function cut(value: unknown, size: number): unknown {
  if (typeof value === 'string') return cutText(value, size)
  if (typeof value === 'bigint' || value instanceof ExactNumber) return value.toString()
  if (Array.isArray(value)) return value.map((each) => cut(each, size))
  if (!isRecord(value)) return value
  // Most records need no change.
  const isShort = Object.values(value).every((each) => isPlain(each, size))
  return isShort ? value : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each, size)]))
}

function isPlain(value: unknown, size: number): boolean {
  if (typeof value === 'string') return value.length <= size
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}

function cutText(text: string, size: number): string {
  return text.length <= size ? text : `${text.slice(0, size)}… [cut: ${text.length} characters]`
}
