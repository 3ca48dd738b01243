import { Problem } from '@millwright/contract/problem'
import { flag } from '../gateway/params.ts'
import { kindOf } from '../services/service-kinds.ts'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { version } from '../version.ts'
import type { Exporting } from './exporting.ts'
import { isPerson, packagedTypes } from './packaged-types.ts'
import { get, rowsOf } from './read-records.ts'

type Reading = Pick<Exporting, 'request' | 'call' | 'parts'>

/** Everything that the caller may export: names by type of `system`, and with them tables by database service. */
export async function manifest(reading: Reading): Promise<Row> {
  const { request, parts } = reading
  const system: Row = {}
  for (const type of packagedTypes) {
    const fields = isPerson(type) ? 'username,email,first_name,last_name' : type.key
    const asked = { ...request, ...get('system', type.name), params: { fields } }
    const rows = await permitted(() => rowsOf(reading.call, asked))
    if (rows !== null && rows.length > 0)
      system[type.name] = rows.map((row) => (isPerson(type) ? person(row) : row[type.key]))
  }
  const service: Row = Object.keys(system).length === 0 ? {} : { system }
  if (!flag(request.params, 'system_only')) Object.assign(service, await databases(reading))
  const created_date = new Date(parts.clock()).toISOString().slice(0, 19).replace('T', ' ')
  return { version: '0.1', df_version: version, secured: false, description: '', created_date, service }
}

function person({ username, email, first_name, last_name }: Readonly<Row>): Row {
  return { username, email, first_name, last_name }
}

async function databases({ request, call, parts }: Reading): Promise<Row> {
  const rows = await parts.store.db
    .selectFrom('service')
    .select(['name', 'type'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  const found: Row = {}
  for (const { name, type } of rows) {
    const kind = kindOf(type)
    if (kind?.group !== 'Database' || kind.make === undefined) continue
    const asked = { ...request, ...get(name.toLowerCase(), '_schema'), params: { as_list: 'true' } }
    const tables = await reached(async () => (await call(asked)).body)
    if (tables === null) continue
    const names = isRecord(tables) && Array.isArray(tables.resource) ? tables.resource : null
    found[name] = names === null ? { reachable: false } : { reachable: true, _schema: names, _table: names }
  }
  return found
}

/** Null for what the caller may not read. */
async function permitted<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && (error.status === 403 || error.status === 401)) return null
    throw error
  }
}

/** The same for what may be out of reach, which is false. */
async function reached(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await permitted(work)
  } catch {
    return false
  }
}
