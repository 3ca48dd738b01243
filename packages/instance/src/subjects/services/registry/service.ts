import { invalid, Problem } from '@millwright/contract/problem'
import { clashingService } from '@millwright/contract/wire/mcp'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { hasTables } from '../../../gateway/service-kind.ts'
import { partOf } from '../../../records/system/read-place.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { Caller } from '../../../request/caller.ts'
import { flag } from '../../../request/params.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { role, roleRecords, roleServiceAccess } from '../../ground/models/role-model.ts'
import { service as declared, serviceDoc, visibleServices } from '../../ground/models/service-model.ts'
import { acceptConfig } from '../../ground/service-config/accept-config.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'
import { moveNames } from '../../ground/system/dependents/move-names.ts'
import { refuseInUse } from '../../ground/system/dependents/refuse-in-use.ts'
import type { ResourceDeclaration, WriteStep } from '../../ground/system/resource.ts'
import { reportService } from '../reports/service-report.ts'
import { giveUpNames, refuseForeignAliases, settleAliases, settleNames } from './service-names.ts'

/** Throws a 409 if the tools of two services that one MCP service exposes would have the same names. `name`: of a renamed service. */
async function refuseClash(tx: Tx, name: string): Promise<void> {
  for (const { config } of await exposing(tx)) {
    const names = namesIn(config)
    const same = names.some((each) => isSame(each, name)) ? clashingService(names) : null
    if (same !== null)
      throw new Problem(409, `Another MCP service exposes '${same}' too, and its tools would have the same names.`)
  }
}

/** Removes a deleted service from the MCP services that expose it. Settings for its tools stay, as they have no effect. */
async function withdraw({ tx, log }: Pick<WriteStep, 'tx' | 'log'>, name: string): Promise<void> {
  for (const { id, config } of await exposing(tx)) {
    const names = namesIn(config)
    const others = names.filter((each) => !isSame(each, name))
    if (others.length === names.length) continue
    const text = JSON.stringify({ ...config, exposed_services: others })
    await tx.all('UPDATE "service" SET "config" = ?, "revision" = "revision" + 1 WHERE "id" = ?', text, id)
    log.changed('service', id)
  }
}

async function exposing(tx: Tx): Promise<{ id: number; config: Row }[]> {
  const rows = await tx.all('SELECT "id", "config" FROM "service" WHERE "type" = ?', 'mcp')
  return rows.map(({ id, config }) => ({ id: Number(id), config: parseConfig(String(config)) }))
}

const namesIn = ({ exposed_services: names }: Row): string[] => (Array.isArray(names) ? names.map(String) : [])

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

/** A service, addressed by the first segment of an API path. */
export const serviceResource: ResourceDeclaration = {
  name: 'service',
  label: 'Services',
  description: 'Services, their types and their settings.',
  travels: {
    key: 'name',
    nested: [{ relation: 'service_doc_by_service_id', as: 'definition' }],
    files: { folder: 'services' },
    remains: ({ deletable }) => deletable !== 1,
    destroys: ({ type }, kinds) => {
      const group = kinds.of(String(type))?.group
      return group === 'File' || hasTables(group)
    },
  },
  declared,
  scope: { values: {} },
  relations: [
    {
      kind: 'hasOne',
      name: 'service_doc_by_service_id',
      foreignKey: 'service_id',
      target: serviceDoc,
      readAt: 'owner',
    },
    {
      kind: 'hasMany',
      name: 'role_service_access_by_service_id',
      foreignKey: 'service_id',
      target: roleServiceAccess,
      readAt: partOf(roleRecords, 'role_id'),
      readOnly: true,
    },
    {
      kind: 'hasMany',
      name: 'app_by_storage_service_id',
      foreignKey: 'storage_service_id',
      target: app,
      readAt: appRecords,
      readOnly: true,
    },
    {
      kind: 'manyToMany',
      name: 'role_by_role_service_access',
      junction: 'role_service_access',
      near: 'service_id',
      far: 'role_id',
      target: role,
      readAt: roleRecords,
      junctionReadAt: partOf(roleRecords, 'role_id'),
    },
    ...peopleWhoWrote,
  ],
  visible: visibleServices,
  prepare({ values, creating }) {
    if (creating && (values.label === undefined || values.label === '')) values.label = values.name
  },
  async beforeWrite(step) {
    const { values, previous } = step
    if (previous === null) refuseType(String(values.type), step.parts.kinds)
    else rejectLockout(values, previous)
    await settleAliases(step)
    await storeConfig(step)
  },
  afterWrite: async (step) => {
    const { values, previous, id } = step
    const name = values.name ?? previous?.name
    if (previous !== null && name !== previous.name) {
      await moveNames(step, { kind: 'service', name: String(previous.name) }, String(name))
      await refuseClash(step.tx, String(name))
    }
    await refuseForeignAliases(step)
    await settleNames(step)
    return reportService(previous === null ? 'created' : 'modified', { id, name }, step)
  },
  async beforeDelete({ tx, previous, id, request, parts, log }) {
    if (previous.deletable !== 1) throw new Problem(403, `The service '${String(previous.name)}' cannot be deleted.`)
    if (!flag(request.params, 'force')) await refuseInUse({ tx, request, kinds: parts.kinds }, declared, previous)
    const apps = await tx.all(
      `UPDATE "app" SET "storage_service_id" = NULL, "revision" = "revision" + 1
        WHERE "storage_service_id" = ? RETURNING "id"`,
      id,
    )
    if (apps.length > 0) log.changed('app', ...apps.map((row) => Number(row.id)))
    const scripts = await tx.all(
      `UPDATE "event_script" SET "storage_service_id" = NULL, "revision" = "revision" + 1
        WHERE "storage_service_id" = ? RETURNING "name"`,
      id,
    )
    if (scripts.length > 0) log.changed('event_script')
    const roles = await tx.all(
      `UPDATE "role" SET "revision" = "revision" + 1
        WHERE "id" IN (SELECT "role_id" FROM "role_service_access" WHERE "service_id" = ?) RETURNING "id"`,
      id,
    )
    if (roles.length > 0) log.changed('role', ...roles.map((row) => Number(row.id)))
    await tx.all('DELETE FROM "role_service_access" WHERE "service_id" = ?', id)
    await tx.all('DELETE FROM "service_doc" WHERE "service_id" = ?', id)
    await withdraw({ tx, log }, String(previous.name))
    await giveUpNames(tx, previous)
    await reportService('deleted', { id, name: previous.name }, { tx, request, parts })
  },
}

/** Rejects types that cannot run here for new services. */
function refuseType(type: string, kinds: ServiceKinds): void {
  const kind = kinds.of(type)
  if (kind !== undefined && kinds.canRun(type) && !kind.singleton) return
  const label = kind?.label ?? type
  const message =
    kind === undefined
      ? `type '${type}' is not a type of service.`
      : kind.singleton
        ? `type: there is one service of the type ${label} already, and there cannot be more.`
        : `type: ${label} is not available in this instance. ${kinds.whyNot(type) ?? ''}`.trim()
  throw invalid({ type: [message] })
}

/**
 * The settings, secrets encrypted, that would be stored if the service were saved; `previous` is `null` for a new one. Throws
 * whatever saving would throw (docs/wire/services.md).
 */
export async function settingsIfSaved(
  { caller, type, config, previous }: { caller: Caller; type: string; config: Row; previous: Row | null },
  { tx, parts }: Pick<WriteStep, 'tx' | 'parts'>,
): Promise<Row> {
  if (previous === null) refuseType(type, parts.kinds)
  else rejectLockout({ type }, previous)
  const kind = parts.kinds.of(type)
  if (kind === undefined) throw invalid({ type: [`type '${type}' is not a type of service.`] })
  const stored = previous === null ? null : parseConfig(String(previous.config))
  const { vault, config: settings } = parts
  const acceptance = { tx, vault, dataFolder: settings.dataFolder, sysadmin: caller.sysadmin }
  const authorize = (values: Row) =>
    parts.authorize({ tx, declared, change: { previous, values }, actor: { caller, vault, kinds: parts.kinds } })
  await authorize({ type })
  const kept = await acceptConfig({ kind, sent: config, stored }, acceptance)
  await authorize({ type, config: JSON.stringify(kept) })
  return kept
}

/** Converts the sent configuration to its stored form; that of an unknown type stays unchanged. */
async function storeConfig({ tx, values, previous, parts, request }: WriteStep): Promise<void> {
  const kind = parts.kinds.of(String(previous?.type ?? values.type))
  if (values.config === undefined) return
  if (kind === undefined) {
    delete values.config
    return
  }
  const sent = parseConfig(String(values.config))
  const stored = previous === null ? null : parseConfig(String(previous.config))
  const { sysadmin } = request.caller
  const { vault, config } = parts
  const kept = await acceptConfig({ kind, sent, stored }, { tx, vault, dataFolder: config.dataFolder, sysadmin })
  values.config = JSON.stringify(kept)
}

/** Rejects deactivating or renaming services without which the instance would be inaccessible. */
function rejectLockout(values: Row, previous: Row): void {
  if (values.type !== undefined && values.type !== previous.type) {
    throw invalid({ type: ['type cannot be changed.'] })
  }
  if (previous.deletable !== 1 && values.name !== undefined && values.name !== previous.name) {
    throw new Problem(403, `The service '${String(previous.name)}' cannot be renamed.`)
  }
  if (previous.type === 'system' && values.is_active === 0) {
    throw new Problem(403, `The service '${String(previous.name)}' cannot be deactivated.`)
  }
}
