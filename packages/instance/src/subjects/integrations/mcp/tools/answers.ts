import { Problem } from '@millwright/contract/problem'
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
