import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { askList } from '../answers.ts'
import type { ToolCall, ToolSession } from '../tool.ts'

/** The address of a record by its id, or by the name that it goes by. Refuses what names none. */
export async function recordPath(resource: string, given: unknown, session: ToolSession): Promise<string> {
  const text = String(given ?? '').trim()
  if (text === '' || /[/\\?#%]/.test(text) || text === '.' || text === '..') {
    throw new Problem(400, `'${text}' is neither an id nor a name.`)
  }
  if (resource === 'service_type' || /^\d+$/.test(text)) return `${resource}/${text}`
  const params = { filter: `name = "${text.replaceAll('"', '""')}"`, fields: 'id,name' }
  const found = await askList(session, { verb: 'GET', service: 'system', resource, params })
  const same = found.filter(isRecord).find(({ name }) => String(name).toLowerCase() === text.toLowerCase())
  if (same === undefined) throw new Problem(404, `There is no ${resource} '${text}'.`)
  return `${resource}/${String(same.id)}`
}

/**
 * The address that a call of the administration names, `system/…` or `user/…`. Refuses with 400 everything that could lead elsewhere: the
 * rights of the caller are asked for this very path.
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
