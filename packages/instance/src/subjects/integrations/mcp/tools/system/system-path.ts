import { quoteText } from '@millwright/contract/filter/print'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { askList } from '../answers.ts'
import type { ToolCall, ToolSession } from '../tool.ts'

/** Returns the path of a record by its id or name. Throws if there is no such record. */
export async function recordPath(resource: string, identifier: unknown, session: ToolSession): Promise<string> {
  const text = String(identifier ?? '').trim()
  if (text === '' || /[/\\?#%]/.test(text) || text === '.' || text === '..') {
    throw new Problem(400, `'${text}' is neither an id nor a name.`)
  }
  if (resource === 'service_type' || /^\d+$/.test(text)) return `${resource}/${text}`
  const params = { filter: `name = ${quoteText(text)}`, fields: 'id,name' }
  const found = await askList(session, { verb: 'GET', service: 'system', resource, params })
  const same = found.filter(isRecord).find(({ name }) => String(name).toLowerCase() === text.toLowerCase())
  if (same === undefined) throw new Problem(404, `There is no ${resource} '${text}'.`)
  return `${resource}/${String(same.id)}`
}

/**
 * Validates the path of a system request, `system/…` or `user/…`. Throws a 400 for anything that could resolve elsewhere, as
 * the caller's rights are checked for this exact path.
 */
export function systemCall(path: unknown): Pick<ToolCall, 'service' | 'resource'> {
  const text = String(path ?? '')
    .trim()
    .replace(/^\/?(?:api\/v2\/)?/, '')
  const parts = text.split('/')
  const [service = '', ...rest] = parts
  const odd = /[\\?#%\0]/.test(text) || parts.some((part) => part === '' || part === '.' || part === '..')
  if (odd || (service !== 'system' && service !== 'user') || rest.length === 0) {
    throw new Problem(400, `'${text}' is no path such as system/service/1 or user/profile.`)
  }
  return { service, resource: rest.join('/') }
}
