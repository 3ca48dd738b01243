import { existsSync } from 'node:fs'
import type { Trial } from '@millwright/connector/declaration'
import { invalid, Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceCheck } from '@millwright/contract/wire/services'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { KindDeclaration } from '../../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Service } from '../../../gateway/service.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import { writerOf } from '../../../records/system/authorship.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Row, transactionOf } from '../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, fieldsOf, readKey, textIn, unsupported } from '../../../request/body.ts'
import { instanceCaller } from '../../../request/caller.ts'
import { databaseFile } from '../../data/databases/database-file.ts'
import { openConfig } from '../../ground/service-config/stored-config.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { serviceResource as declaration, settingsIfSaved } from './service.ts'

/** `POST system/service_check` tests unsaved settings, for callers who may save them (docs/wire/services.md). */
export function createServiceCheckResource(parts: Parts, registry: Pick<Registry, 'passing'>): SystemResource {
  return {
    name: 'service_check',
    label: 'Service Check',
    description: 'Tests whether the settings of a service connect.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    guard,
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb !== 'POST') throw unsupported(request)
      return { status: 200, body: await checked(request, parts, registry) }
    },
  }
}

function guard(request: AccessRequest): void {
  if (!decide({ ...request, resource: 'service' }, []).allowed) throw accessProblem(request)
}

async function checked(request: ApiRequest, parts: Parts, registry: Pick<Registry, 'passing'>): Promise<ServiceCheck> {
  const { caller } = request
  const fields = fieldsOf(request)
  const tx = transactionOf(dialectOf(parts.store.engine), parts.store.statements)
  const previous = await previousRow(request, fields.id, (id) => tx.first('SELECT * FROM "service" WHERE "id" = ?', id))
  const type = textIn(fields, 'type') ?? String(previous?.type ?? '')
  const config = isRecord(fields.config) ? fields.config : {}
  const kept = await settingsIfSaved({ caller, type, config, previous }, { tx, parts })
  const kind = parts.kinds.of(type)
  const trial = kind === undefined ? null : connectionTestOf(kind)
  if (trial === null) throw new Problem(400, `Services of the type '${type}' have no connection to test.`)
  const settings = openConfig(kind?.config, kept, parts.vault)
  if (type === 'sqlite' && !fileIsThere(parts.config.dataFolder, settings.database)) return works(0)
  const name = String(previous?.name ?? 'new service')
  const author = writerOf(caller)
  const row = { id: 0, name, label: null, description: null, isActive: true, type, author, modified: '' }
  try {
    return await registry.passing(row, settings, (service) => ask(service, trial, { ...request, service: name }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      success: false,
      reason: withoutSecrets(error.message, kind?.config ?? null, settings),
      tables: null,
      warnings: [],
    }
  }
}

/** The stored service whose settings are changed; `null` for a new one. Throws a 403 if the caller may not change it. */
async function previousRow(
  request: ApiRequest,
  key: unknown,
  read: (id: number) => Promise<Row | undefined> | Row | undefined,
): Promise<Row | null> {
  if (key === undefined || key === null) return null
  const id = readKey(key, 'number')
  if (typeof id !== 'number') throw invalid({ id: ['id must be an identifier.'] })
  const changeRequest = { ...request, verb: 'PUT', resource: `service/${id}` } as const
  if (!decide(changeRequest, []).allowed) throw accessProblem(changeRequest)
  const row = await read(id)
  const visible = declaration.visible?.(request.caller)?.texts
  if (row === undefined || (visible && !visible.includes(String(row.name).toLowerCase()))) {
    throw new Problem(404, `There is no service with the id ${id}.`)
  }
  return row
}

/** The request that tests the connection of a service; `null` for kinds without one. */
export function connectionTestOf({ group, name, trial }: KindDeclaration): Trial | null {
  if (trial !== undefined) return trial
  if (hasTables(group)) return { resource: '_schema', params: { fields: 'name' } }
  if (group === 'File') return name === 'local_file' ? null : { resource: '', params: { include_properties: 'true' } }
  if (name === 'rws') return { resource: '', params: { _check: 'true' } }
  if (name === 'cache_local') return null
  return group === 'Email' || group === 'LDAP' || group === 'Cache' ? { resource: '', params: { check: 'true' } } : null
}

async function ask(service: Service, { resource, params }: Trial, request: ApiRequest): Promise<ServiceCheck> {
  const { body } = await service.handle({
    ...request,
    verb: 'GET',
    resource,
    endsInSlash: true,
    params,
    query: undefined,
    payload: undefined,
    payloadFormat: 'none',
    caller: instanceCaller('service check'),
  })
  if (!isRecord(body)) return works(null)
  const warnings = Array.isArray(body.warnings) ? body.warnings.map(String) : []
  return works(resource === '_schema' && Array.isArray(body.resource) ? body.resource.length : null, warnings)
}

function works(tables: number | null, warnings: readonly string[] = []): ServiceCheck {
  return { success: true, reason: null, tables, warnings }
}

/** Whether a database file exists; running the service would create it, which a test must not. */
function fileIsThere(dataFolder: string, database: unknown): boolean {
  return typeof database === 'string' && existsSync(databaseFile(dataFolder, database))
}

/** Masks secrets, as drivers may quote their settings. Only whole words are masked, as a short secret may be part of many. */
function withoutSecrets(reason: string, fields: KindDeclaration['config'], settings: Row): string {
  const secrets = Object.entries(fields ?? {}).flatMap(([name, { secret }]) => {
    const value = settings[name]
    return secret === 'masked' && typeof value === 'string' && value !== '' ? [value] : []
  })
  const covered = (text: string, secret: string) =>
    text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(secret)}(?![\\p{L}\\p{N}])`, 'gu'), () => secretMask)
  return secrets.reduce(covered, reason)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
