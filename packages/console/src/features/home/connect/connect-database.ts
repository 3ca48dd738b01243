import type { QueryClient } from '@tanstack/react-query'
import { createRecord, invalidateCollection } from '../../../instance/collections.ts'
import { hasFeature, knownEnvironment } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { type Connection, testSettings } from '../../../widgets/connection/connection-line.tsx'
import {
  type DatabaseAddress,
  nameFor,
  readDatabaseAddress,
} from '../../../widgets/connection/database-address/database-address.ts'
import type { FormProblem } from '../../../widgets/form/editor-frame/form-problem.ts'
import { kindsQuery } from '../../../widgets/pickers/service-select/find-services.ts'
import { t } from '../messages.ts'
import { refusalOf } from './refusal.ts'

/** The input on the card. */
export interface TypedConnection {
  readonly address: string
  /** Name of the service in URLs; `null` for the name of the database. */
  readonly name: string | null
}

interface Named {
  readonly address: DatabaseAddress
  readonly name: string
}

export type ConnectOutcome =
  | { readonly kind: 'no-address'; readonly complaint: string }
  /** Nothing was stored: the database does not respond. */
  | (Named & { readonly kind: 'unreachable'; readonly reason: string })
  /** Nothing was stored: the instance rejects the service, or does not respond. */
  | (Named & { readonly kind: 'refused'; readonly refusal: FormProblem })
  | (Named & { readonly kind: 'stored'; readonly id: number; readonly connection: Connection })

/** Creates a service for the database at a URL, after testing the connection if the instance supports it. `untested`: skips the test. */
export async function connectDatabase(
  client: QueryClient,
  typed: TypedConnection,
  { untested }: { untested: boolean },
): Promise<ConnectOutcome> {
  const read = readDatabaseAddress(typed.address)
  if (read === null) return { kind: 'no-address', complaint: t.databaseUrlInvalid }
  const name = typed.name?.trim() ?? nameFor(read.name)
  let address = read
  try {
    const type = await kindOf(client, read.type)
    address = { ...read, type }
    const tests = !untested && hasFeature(knownEnvironment(client), 'service-check')
    const tested = tests ? await testedAt(type, read.config) : 'unknown'
    if (typeof tested === 'object' && 'failed' in tested)
      return { kind: 'unreachable', address, name, reason: tested.failed }
    const service = { name, label: read.name, type, is_active: true, config: read.config }
    const { record } = await createRecord<{ id?: number }>('system/service', service, { fields: 'id' })
    await invalidateCollection(client, 'system/service')
    const connection = tested === 'unknown' ? await tablesOf(name) : tested
    return { kind: 'stored', address, name, id: record.id ?? 0, connection }
  } catch (error) {
    return { kind: 'refused', address, name, refusal: refusalOf(error) }
  }
}

/** If the test is forbidden or the instance does not respond, the service can still be saved. */
async function testedAt(type: string, config: DatabaseAddress['config']): Promise<Connection> {
  try {
    return await testSettings({ id: null, type, config })
  } catch (error) {
    return { failed: messageOf(error) }
  }
}

/** Instances without a service type for MariaDB connect to it as MySQL. */
async function kindOf(client: QueryClient, wanted: string): Promise<string> {
  if (wanted !== 'mariadb') return wanted
  const kinds = await client.fetchQuery(kindsQuery)
  return kinds.some(({ name }) => name === wanted) ? wanted : 'mysql'
}

async function tablesOf(service: string): Promise<Connection> {
  try {
    const path = `${encodeURIComponent(service)}/_schema` as const
    const { data } = await send<{ readonly resource?: readonly unknown[] }>({ verb: 'GET', path, ignore401: true })
    return Array.isArray(data.resource) ? { tables: data.resource.length } : 'works'
  } catch (error) {
    return { failed: messageOf(error) }
  }
}
