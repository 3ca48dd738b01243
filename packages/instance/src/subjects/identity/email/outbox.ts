import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type { OutboxMail } from '@millwright/contract/records/mail'
import { rejectOutboxOfProgram } from '../../../access/required-rights.ts'
import type { Message, Outbox, StoredMail } from '../../../gateway/ports/mail.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { flag, number, text } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { printAddress } from './message.ts'

const idPattern = /^\d{17}-[0-9a-f]{8}$/

/** Stores each mail as a JSON file in `folder`, which is created with the first mail. Stores at most `capacity` mails. */
export function createOutbox(folder: string, clock: Clock, capacity = 1000): Outbox {
  const fileOf = (id: string) => join(folder, `${id}.json`)

  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(absent)
    return (names ?? [])
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((id) => idPattern.test(id))
      .sort()
  }

  async function keep(message: Message): Promise<void> {
    const mail = outboxMail(message, clock())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(fileOf(mail.id), JSON.stringify(mail, null, 2))
    const kept = await ids()
    await Promise.all(kept.slice(0, Math.max(0, kept.length - capacity)).map((id) => rm(fileOf(id), { force: true })))
  }

  async function get(id: string): Promise<StoredMail | null> {
    if (!idPattern.test(id)) return null
    const text = await readFile(fileOf(id), 'utf8').catch(absent)
    if (text === null) return null
    const mail: StoredMail = JSON.parse(text)
    return mail
  }

  return { keep, ids, get }
}

function outboxMail(message: Message, now: number): StoredMail {
  const stamp = new Date(now).toISOString().replace(/\D/g, '')
  return {
    id: `${stamp}-${randomBytes(4).toString('hex')}`,
    date: isoMicros(now),
    to: message.to.map(printAddress).join(', '),
    subject: message.subject,
    body_text: message.text,
    body_html: message.html,
    only_for: message.onlyFor ?? null,
  }
}

/** Writes atomically: readers see the whole file or none. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Ids of administrators by address in lower case. */
export type AdminAddresses = () => Promise<ReadonlyMap<string, number>>

/**
 * `system/outbox`: mails that were stored instead of sent, newest first, for system administrators only, and not for app passwords,
 * which must not set passwords by the codes in mails. A mail by which an
 * administrator sets a password is only visible to that administrator (docs/wire/email.md).
 */
export function createOutboxResource(outbox: Outbox, admins: AdminAddresses): SystemResource {
  return {
    name: 'outbox',
    label: 'Outbox',
    description: 'Mails that this instance keeps until a mail server is configured.',
    singleton: false,
    keeps: 'history',
    readOnly: true,
    handle: async (request, rest) => {
      if (!request.caller.sysadmin) throw new Problem(403, 'Only system administrators can read the outbox.')
      rejectOutboxOfProgram(request.caller)
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on the outbox.`)
      const [id] = rest
      const mayRead = readerOf(request.caller, await admins())
      return id === undefined ? list(outbox, request, mayRead) : one(outbox, id, mayRead)
    },
  }
}

type MayRead = (mail: StoredMail) => boolean

/** Mails stored without the id of their receiver are matched to administrators by address. */
function readerOf({ user }: Caller, admins: ReadonlyMap<string, number>): MayRead {
  return ({ only_for, to }) => {
    if (only_for === null) return true
    if (only_for !== undefined) return only_for.person === user?.id || (only_for.orRoot && user?.is_root_admin === true)
    const addresses = [...to.toLowerCase().matchAll(/[^\s<>,;"]+@[^\s<>,;"]+/g)].map(([address]) => address)
    return addresses.every((address) => (admins.get(address) ?? user?.id) === user?.id)
  }
}

async function one(outbox: Outbox, id: string, mayRead: MayRead): Promise<ApiResponse> {
  const mail = await outbox.get(id)
  if (mail === null || !mayRead(mail)) throw new Problem(404, `Record with identifier '${id}' not found.`)
  return { status: 200, body: shown(mail) }
}

const shown = ({ only_for: _, ...mail }: StoredMail): OutboxMail => mail

async function list(outbox: Outbox, { params }: ApiRequest, mayRead: MayRead): Promise<ApiResponse> {
  if (text(params, 'filter') !== undefined) throw new Problem(400, 'The outbox cannot be filtered.')
  const ids = await outbox.ids()
  if (!oldestFirst(text(params, 'order', 'sort', 'order_by'))) ids.reverse()
  const offset = Math.max(0, number(params, 'offset', 'skip') ?? 0)
  const limit = number(params, 'limit') ?? 0
  const mails = (await Promise.all(ids.map((id) => outbox.get(id)))).filter((mail) => mail !== null)
  const readable = mails.filter(mayRead)
  const resource = (limit > 0 ? readable.slice(offset, offset + limit) : readable.slice(offset)).map(shown)
  return {
    status: 200,
    body: flag(params, 'include_count') ? { resource, meta: { count: readable.length } } : { resource },
  }
}

function oldestFirst(order: string | undefined): boolean {
  if (order === undefined || order.trim() === '') return false
  const [, direction = 'asc'] = /^\s*(?:id|date)(?:\s+(asc|desc))?\s*$/i.exec(order) ?? []
  if (!/^\s*(?:id|date)\b/i.test(order)) throw new Problem(400, 'The outbox can be ordered by "id" and "date" only.')
  return direction.toLowerCase() === 'asc'
}
