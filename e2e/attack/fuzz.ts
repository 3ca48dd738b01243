import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../harness/api.ts'
import { firstAdmin, type RunningInstance } from '../harness/instance.ts'

export interface FuzzFigures {
  readonly requests: number
  /** Number of responses, by status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const parts = [
  'system',
  'user',
  'sample',
  'db',
  'files',
  'logs',
  'email',
  'api_docs',
  'nowhere',
  '%2e%2e',
  '*',
  '1',
  '-1',
  '',
  '_table',
  '_schema',
  '_proc',
  '_func',
  'customer',
  'sales_order',
  'role',
  'app',
  'service',
  'admin',
  'session',
  'event_script',
  'scheduler',
  'limit',
  'package',
  'lookup',
  'cors',
  'email_template',
  'x%00y',
  "'; drop table x;--",
]
const names = [
  'filter',
  'fields',
  'order',
  'limit',
  'offset',
  'related',
  'ids',
  'group',
  'include_count',
  'rollback',
  'continue',
  'as_list',
  'file',
  'method',
  '_method',
  'refresh',
  'download',
  'zip',
  'x',
]
const values: readonly unknown[] = [
  '',
  '*',
  '1',
  '-1',
  '1e309',
  'true',
  'null',
  '[]',
  '{}',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  'a'.repeat(5000),
  "name = 'x'",
  '(id > 1) and (name like "%")',
  '((((',
  'id = 1 union select 1',
  'id in (1,2',
  '{user.id}',
  '{{x}}',
  null,
  true,
  0,
  -1,
  2 ** 53,
  1.5,
  [],
  {},
  [[]],
  { a: { b: [] } },
  [null],
  ['x', { y: 1 }],
]
const members = [
  'id',
  'name',
  'email',
  'config',
  'resource',
  'password',
  'role_service_access_by_role_id',
  '__proto__',
  'type',
]

/**
 * Sends random hostile requests as the root administrator, who is never rejected for lack of permission. The seed makes a run
 * repeatable.
 */
export async function fuzz(instance: RunningInstance, requests: number, seed: number): Promise<FuzzFigures> {
  const { token } = await signIn(instance.url, firstAdmin)
  const random = generator(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const several = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) })
  const statuses: Record<string, number> = {}
  const failures: string[] = []

  const request = async () => {
    const verb = pick(verbs)
    const path = several(4)
      .map(() => pick(parts))
      .join('/')
    const query = several(3)
      .map(() => `${pick(names)}=${encodeURIComponent(wellFormed(pick(values)))}`)
      .join('&')
    const record = () => Object.fromEntries(several(4).map(() => [pick(members), pick(values)]))
    const body = random() < 0.5 ? record() : { resource: several(3).map(record) }
    const type = pick(['application/json', 'text/csv', 'application/xml', 'text/plain', 'multipart/form-data'])
    const ends = /session|password/.test(path) || (verb === 'DELETE' && /system\/admin/.test(path))
    if (ends) return
    const response = await fetch(`${instance.url}${apiPrefix}/${path}?${query}`, {
      method: verb,
      headers: { [sessionTokenHeader]: token, 'content-type': type },
      ...(verb === 'GET' ? {} : { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status >= 500 && response.status !== 501 && response.status !== 503) {
      failures.push(`${verb} ${path}?${query} ${type} ${JSON.stringify(body)}: ${response.status}`)
    }
  }
  const worker = async (count: number) => {
    for (let n = 0; n < count; n += 1) await request()
  }
  const workers = 8
  await Promise.all(Array.from({ length: workers }, () => worker(Math.ceil(requests / workers))))
  return { requests: Object.values(statuses).reduce((sum, count) => sum + count, 0), statuses, failures }
}

const wellFormed = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
