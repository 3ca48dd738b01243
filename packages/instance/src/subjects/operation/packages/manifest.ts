import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { mayUseService } from '../../../access/rule-match.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import { SharedPatience } from '../../../platform/shared-patience.ts'
import { version } from '../../../platform/version.ts'
import { inTurn } from '../../../platform/yielder.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { flag } from '../../../request/params.ts'
import type { Exporting } from './package-content.ts'
import { isPerson, type PackagedType } from './packaged-types.ts'
import { get, rowsOfCall } from './read-records.ts'

type Reading = Pick<Exporting, 'request' | 'call' | 'parts' | 'types'>

/** Records of a type that are listed; an export selects others by a filter. */
export const mostListed = 10_000

/** Milliseconds for the content of all services together, however many there are and whatever their scripts do. */
const patience = 10_000

/** Everything that the caller may export: names by type of `system`, tables by database, and paths by file service. */
export async function manifest(reading: Reading): Promise<Row> {
  const { request, parts, types } = reading
  const system: Row = {}
  const more: Row = {}
  for (const type of types.all) {
    const rows = await permitted(() => listed(reading, type))
    if (rows === null || rows.length === 0) continue
    system[type.name] = isPerson(type) ? rows : [...new Set(rows)]
    if (rows.length === mostListed) {
      const count = Number(
        (await reading.call({ ...request, ...get('system', type.name, { count_only: 'true' }) })).body,
      )
      if (count > mostListed) more[type.name] = count
    }
  }
  const service: Row = Object.keys(system).length === 0 ? {} : { system }
  if (!flag(request.params, 'system_only')) Object.assign(service, await services(reading))
  const created_date = new Date(parts.clock()).toISOString().slice(0, 19).replace('T', ' ')
  const head = { version: '0.1', df_version: version, secured: false, description: '', created_date }
  return { ...head, service, ...(Object.keys(more).length > 0 && { more }) }
}

/** The names of a type's records, of people also how they are called; of very many, the first ones by ID. */
async function listed({ call, request }: Reading, type: PackagedType): Promise<unknown[]> {
  const fields = isPerson(type) ? 'username,email,first_name,last_name' : type.key
  const page = { fields, order: type.declaration.declared.key, limit: String(mostListed) }
  const rows = await rowsOfCall(call, { ...request, ...get('system', type.name, page) })
  return rows.map((row) => (isPerson(type) ? person(row) : row[type.key]))
}

function person({ username, email, first_name, last_name }: Readonly<Row>): Row {
  return { username, email, first_name, last_name }
}

const unreachable = { reachable: false }
const grouped = { Database: tablesOf, File: pathsOf } as const

async function services(reading: Reading): Promise<Row> {
  const rows = await reading.parts.store.db
    .selectFrom('service')
    .select(['name', 'type'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  const found: Row = {}
  using shared = new SharedPatience(patience)
  const read = async ({ name, type }: (typeof rows)[number]) => {
    const group = reading.parts.kinds.of(type)?.group
    const part = hasTables(group) ? 'Database' : group
    if (part !== 'Database' && part !== 'File') return [name, null] as const
    return [name, await shared.result<unknown>(() => grouped[part](name, reading), unreachable)] as const
  }
  // What is late was not asked, and would be named to those who may not know of it.
  const usable = rows.filter(({ name }) => mayUseService(reading.request.caller, name.toLowerCase()))
  for await (const [name, content] of inTurn(usable, read)) if (content !== null) found[name] = content
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
async function listOf(target: ReturnType<typeof get>, { request, call }: Reading): Promise<unknown> {
  const body = await reached(async () => (await call({ ...request, ...target })).body)
  if (body === null) return null
  return isRecord(body) && Array.isArray(body.resource) ? body.resource : unreachable
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
