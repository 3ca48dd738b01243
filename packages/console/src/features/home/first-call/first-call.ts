import type { App } from '@millwright/contract/records/app'
import { secretMask } from '@millwright/contract/records/lookup'
import type { RoleRelations } from '@millwright/contract/records/role'
import { requestorMask, verbMask } from '@millwright/contract/verbs'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { ListedService } from '@millwright/contract/wire/services'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  collectionKey,
  createRecord,
  invalidateCollection,
  readRecord,
  removeRecord,
} from '../../../instance/collections.ts'
import { InstanceError, readError } from '../../../instance/instance-error.ts'
import { externalUrl, send, sendRaw } from '../../../instance/send.ts'
import { t } from '../messages.ts'

/** Name of the role and the app that Home creates for a first request. */
export const firstCallName = 'First call'

/** The service with the sample tables of a new instance. */
export const sampleService = 'sample'

/** None of the databases has a table. */
export class NoTable extends InstanceError {}

const params = { limit: 5 }
/** Maximum number of databases in which a table is searched. */
const maxAsked = 5

interface StoredFirstCall {
  readonly appId: number
  readonly roleId: number | null
}

/** A request with the API key of an app, and the rows of its response. */
export interface FirstCall extends StoredFirstCall {
  readonly key: string
  readonly service: string
  readonly table: string
  /** The full URL of the request. */
  readonly address: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

const named = `name = "${firstCallName}"`

/** The app that was created for a first request; `null` if there is none. Its key is not loaded. */
export const storedFirstCallQuery = queryOptions({
  queryKey: [...collectionKey('system/app'), 'first-call'],
  queryFn: async ({ signal }): Promise<StoredFirstCall | null> => {
    const rowParams = { fields: 'id,role_id', filter: named, limit: 1 }
    const [app] = await rowsAt('system/app', rowParams, signal)
    return typeof app?.id === 'number' ? { appId: app.id, roleId: idOrNull(app.role_id) } : null
  },
})

/**
 * Makes an API request with the key of the app for first requests; creates it first, with a role that may read one table. Throws
 * `InstanceError` if a request is rejected; records created until then are deleted again if possible.
 */
export async function makeFirstCall(
  queryClient: QueryClient,
  services: readonly ListedService[],
  stored: StoredFirstCall | null,
): Promise<FirstCall> {
  const { appId, roleId, key } = stored === null ? await makeApp(queryClient, services) : await readApp(stored)
  const { service, table } = await targetOf(roleId, services)
  const path = `${encodeURIComponent(service)}/_table/${encodeURIComponent(table)}`
  const address = externalUrl(path, params)
  return { appId, roleId, key, service, table, address, rows: await readRows(path, key) }
}

/** Deletes the app with its key, and the role that was created for it. */
export async function deleteFirstCall(queryClient: QueryClient, { appId }: StoredFirstCall): Promise<void> {
  try {
    await removeRecord('system/app', appId)
    const role = await storedRole()
    if (role !== null) await removeRecord('system/role', role)
  } finally {
    await tellMade(queryClient)
  }
}

type Keyed = StoredFirstCall & { readonly key: string }

async function makeApp(queryClient: QueryClient, services: readonly ListedService[]): Promise<Keyed> {
  const kept = await storedRole()
  const roleId = kept ?? (await makeRole(await findTarget(services)))
  try {
    const description = t.sampleAppDescription
    const app = { name: firstCallName, description, is_active: true, type: 0, role_id: roleId }
    const { record } = await createRecord<Partial<App>>('system/app', app, { fields: 'id,api_key' })
    return keyed(record, roleId)
  } catch (error) {
    if (kept === null) await removeRecord('system/role', roleId).catch(() => undefined)
    throw error
  } finally {
    await tellMade(queryClient)
  }
}

async function readApp({ appId, roleId }: StoredFirstCall): Promise<Keyed> {
  const { record } = await readRecord<Partial<App>>('system/app', appId, { fields: 'id,api_key,role_id' })
  return keyed(record, roleId)
}

function keyed({ id, api_key }: Partial<App>, roleId: number | null): Keyed {
  if (id === undefined || !api_key || api_key === secretMask) throw new InstanceError(t.appKeyHidden)
  return { appId: id, roleId, key: api_key }
}

async function storedRole(): Promise<number | null> {
  const [role] = await rowsAt('system/role', { fields: 'id', filter: named, limit: 1 })
  return idOrNull(role?.id)
}

interface Target {
  readonly serviceId: number
  readonly table: string
}

/** Creates a role that may only read the table and its records. */
async function makeRole({ serviceId, table }: Target): Promise<number> {
  const access = ['', '/*'].map((rest) => ({
    service_id: serviceId,
    component: `_table/${table}${rest}`,
    verb_mask: verbMask.GET,
    requestor_mask: requestorMask.API,
    filters: [],
    filter_op: 'AND',
  }))
  const role = {
    name: firstCallName,
    description: t.sampleRoleDescription({ table }).slice(0, 255),
    is_active: true,
    role_service_access_by_role_id: access,
  }
  const { record } = await createRecord<{ id?: number }>('system/role', role, { fields: 'id' })
  if (record.id === undefined) throw new InstanceError(t.storedUnknown)
  return record.id
}

/** Returns the first table of the sample data, or else of the first database that has one. */
async function findTarget(services: readonly ListedService[]): Promise<Target> {
  const sampleFirst = [...services].sort((one, other) => rank(one) - rank(other))
  let refusal: unknown = null
  for (const { id, name } of sampleFirst.slice(0, maxAsked)) {
    try {
      const [table] = await rowsAt(`${encodeURIComponent(name)}/_schema`, { fields: 'name' })
      if (typeof table?.name === 'string') return { serviceId: id, table: table.name }
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal ?? new NoTable(t.noTable)
}

const rank = ({ name }: ListedService) => (name === sampleService ? 0 : 1)

/** Returns the table that a role may read. */
async function targetOf(
  roleId: number | null,
  services: readonly ListedService[],
): Promise<{ service: string; table: string }> {
  const related = { related: 'role_service_access_by_role_id' }
  const role = roleId === null ? null : await readRecord<RoleRelations>('system/role', roleId, related)
  for (const { service_id, component } of role?.record.role_service_access_by_role_id ?? []) {
    const table = /^_table\/([^/*]+)/.exec(component ?? '')?.[1]
    const service = services.find(({ id }) => id === service_id)
    if (table !== undefined && service) return { service: service.name, table }
  }
  throw new InstanceError(t.sampleRoleBroken({ name: firstCallName }))
}

async function readRows(path: string, key: string): Promise<FirstCall['rows']> {
  const response = await sendRaw({ verb: 'GET', path, params, ignore401: true }, key)
  const text = await response.text()
  if (!response.ok) throw readError(response.status, parsed(text), response.headers.get('Retry-After'))
  return recordsIn(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return null
  }
}

async function rowsAt(path: string, rowParams: Readonly<Record<string, string | number>>, signal?: AbortSignal) {
  const { data } = await send<unknown>({ verb: 'GET', path, params: rowParams, signal })
  return recordsIn(data)
}

function recordsIn(data: unknown): readonly Readonly<Record<string, unknown>>[] {
  // Servers may wrap a list in a property of any name.
  const rows = typeof data === 'object' && data !== null ? [data, ...Object.values(data)].find(Array.isArray) : null
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}

function idOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

async function tellMade(queryClient: QueryClient): Promise<void> {
  await Promise.all(['system/app', 'system/role'].map((collection) => invalidateCollection(queryClient, collection)))
}
