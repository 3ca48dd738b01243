import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hasTables } from '../../../gateway/service-kind.ts'
import { version } from '../../../platform/version.ts'
import { inTurn } from '../../../platform/yielder.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { flag } from '../../../request/params.ts'
import type { Exporting } from './exporting.ts'
import { isPerson } from './packaged-types.ts'
import { allRows, get } from './read-records.ts'

type Reading = Pick<Exporting, 'request' | 'call' | 'parts' | 'types'>

/** Everything that the caller may export: names by type of `system`, tables by database, and paths by file service. */
export async function manifest(reading: Reading): Promise<Row> {
  const { request, parts, types } = reading
  const system: Row = {}
  for (const type of types.all) {
    const fields = isPerson(type) ? 'username,email,first_name,last_name' : type.key
    const found: unknown[] = []
    const rows = await permitted(async () => {
      for await (const some of allRows(reading.call, request, type, { fields })) {
        for (const row of some) found.push(isPerson(type) ? person(row) : row[type.key])
      }
      return found
    })
    if (rows !== null && rows.length > 0) system[type.name] = isPerson(type) ? rows : [...new Set(rows)]
  }
  const service: Row = Object.keys(system).length === 0 ? {} : { system }
  if (!flag(request.params, 'system_only')) Object.assign(service, await services(reading))
  const created_date = new Date(parts.clock()).toISOString().slice(0, 19).replace('T', ' ')
  return { version: '0.1', df_version: version, secured: false, description: '', created_date, service }
}

function person({ username, email, first_name, last_name }: Readonly<Row>): Row {
  return { username, email, first_name, last_name }
}

const grouped = { Database: tablesOf, File: pathsOf } as const

async function services(reading: Reading): Promise<Row> {
  const rows = await reading.parts.store.db
    .selectFrom('service')
    .select(['name', 'type'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  const found: Row = {}
  const read = async ({ name, type }: (typeof rows)[number]) => {
    const group = reading.parts.kinds.of(type)?.group
    const part = hasTables(group) ? 'Database' : group
    return [name, part === 'Database' || part === 'File' ? await grouped[part](name, reading) : null] as const
  }
  for await (const [name, content] of inTurn(rows, read)) if (content !== null) found[name] = content
  return found
}

async function tablesOf(name: string, reading: Reading): Promise<unknown> {
  const names = await listOf(get(name.toLowerCase(), '_schema', { as_list: 'true' }), reading)
  return Array.isArray(names) ? { reachable: true, _schema: names, _table: names } : names
}

function pathsOf(name: string, reading: Reading): Promise<unknown> {
  const full_tree = String(flag(reading.request.params, 'full_tree'))
  return listOf(get(name.toLowerCase(), '', { as_list: 'true', full_tree }), reading)
}

/** `null` for what the caller may not read. For unreachable services, a note that says so. */
async function listOf(asked: ReturnType<typeof get>, { request, call }: Reading): Promise<unknown> {
  const body = await reached(async () => (await call({ ...request, ...asked })).body)
  if (body === null) return null
  return isRecord(body) && Array.isArray(body.resource) ? body.resource : { reachable: false }
}

/** `null` for what the caller may not read. */
async function permitted<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && (error.status === 403 || error.status === 401)) return null
    throw error
  }
}

/** Like `permitted`, but false for unreachable services. */
async function reached(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await permitted(work)
  } catch {
    return false
  }
}
