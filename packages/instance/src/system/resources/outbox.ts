import { Problem } from '@millwright/contract/problem'
import type { KeptMail } from '@millwright/contract/wire/kept-mail'
import type { Outbox } from '../../email/outbox.ts'
import type { ApiRequest, ApiResponse } from '../../gateway/api-request.ts'
import { flag, number, text } from '../../gateway/params.ts'
import type { SystemResource } from '../system-resource.ts'

/** `system/outbox`: mails that were kept for want of a mail server, newest first, for system administrators alone. */
export function createOutboxResource(outbox: Outbox): SystemResource {
  return {
    name: 'outbox',
    label: 'Outbox',
    description: 'Mails that this instance keeps until a mail server is configured.',
    singleton: false,
    readOnly: true,
    handle: async (request, rest) => {
      if (!request.caller.sysadmin) throw new Problem(403, 'Only system administrators can read the outbox.')
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on the outbox.`)
      const [id] = rest
      return id === undefined ? list(outbox, request) : one(outbox, id)
    },
  }
}

async function one(outbox: Outbox, id: string): Promise<ApiResponse> {
  const mail = await outbox.get(id)
  if (mail === null) throw new Problem(404, `Record with identifier '${id}' not found.`)
  return { status: 200, body: mail }
}

async function list(outbox: Outbox, { params }: ApiRequest): Promise<ApiResponse> {
  if (text(params, 'filter') !== undefined) throw new Problem(400, 'The outbox cannot be filtered.')
  const ids = await outbox.ids()
  if (!oldestFirst(text(params, 'order', 'sort', 'order_by'))) ids.reverse()
  const offset = Math.max(0, number(params, 'offset', 'skip') ?? 0)
  const limit = number(params, 'limit') ?? 0
  const page = limit > 0 ? ids.slice(offset, offset + limit) : ids.slice(offset)
  const mails = await Promise.all(page.map((id) => outbox.get(id)))
  const resource = mails.filter((mail): mail is KeptMail => mail !== null)
  return {
    status: 200,
    body: flag(params, 'include_count') ? { resource, meta: { count: ids.length } } : { resource },
  }
}

function oldestFirst(order: string | undefined): boolean {
  if (order === undefined || order.trim() === '') return false
  const [, direction = 'asc'] = /^\s*(?:id|date)(?:\s+(asc|desc))?\s*$/i.exec(order) ?? []
  if (!/^\s*(?:id|date)\b/i.test(order)) throw new Problem(400, 'The outbox can be ordered by "id" and "date" only.')
  return direction.toLowerCase() === 'asc'
}
