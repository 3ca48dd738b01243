import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { configPackageFormat } from '@millwright/contract/wire/package'
import { requireFullAdmin } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, unsupported } from '../../../request/body.ts'
import { flag } from '../../../request/params.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { PackagedTypes } from '../packages/packaged-types.ts'
import { hideSecrets, withoutConfigSecrets } from './config-secrets.ts'
import { readConfigState } from './config-state.ts'
import type { ConfigType } from './config-types.ts'
import { importRecords, type PackagedRecord } from './import-records.ts'

const access = 'role_service_access_by_role_id'
const everyVerb = 31
const everyRequestor = 3

const serviceColumns = ['name', 'label', 'description', 'type', 'is_active', 'config']
const accessColumns = ['component', 'verb_mask', 'requestor_mask', 'filters', 'filter_op']
const appColumns = ['name', 'description', 'is_active', 'type', 'path', 'url']
const launchColumns = ['requires_fullscreen', 'allow_fullscreen_toggle', 'toggle_location']

/** `system/config_package`: services, roles and apps as other implementations of the API exchange them (docs/wire/packages.md). */
export function createConfigPackageResource(parts: Parts, types: PackagedTypes): SystemResource {
  async function exported(): Promise<Row> {
    const { types: configured, records } = await readConfigState(parts, types)
    const missing: Row[] = []
    const rowsOf = (name: string) => {
      const type = configured.get(name)
      return type === undefined
        ? []
        : [...(records.get(name) ?? [])].map(([of, { row }]) => openRow(type, of, row, missing))
    }
    return {
      format: configPackageFormat,
      exported_at: new Date(parts.clock()).toISOString(),
      services: rowsOf('service').map((row) => picked(row, serviceColumns)),
      roles: rowsOf('role').map(roleOf),
      apps: rowsOf('app').map((row) => ({
        ...picked(row, appColumns),
        role: row.role_id,
        ...picked(row, launchColumns),
      })),
      secrets_missing: missing,
    }
  }

  async function imported(request: ApiRequest): Promise<Row> {
    const sent = isRecord(request.payload) ? request.payload : {}
    const manifest = isRecord(sent.manifest) ? sent.manifest : sent
    if (manifest.format !== configPackageFormat)
      throw new Problem(400, `Send a package of the format '${configPackageFormat}'.`)
    const records = [
      ...listIn(manifest, 'services').map((row) => recordOf('service', serviceFrom(row))),
      ...listIn(manifest, 'roles').map((row) => recordOf('role', roleFrom(row))),
      ...listIn(manifest, 'apps').map((row) => recordOf('app', appFrom(row))),
    ]
    const { params } = request
    const options = {
      overwrite: flag(params, 'overwrite'),
      isTrial: flag(params, 'dry_run'),
      partial: flag(params, 'partial'),
    }
    const outcome = await importRecords(records, options, { parts, types, request })
    if (outcome.success || options.partial) return { ...outcome }
    throw new Problem(400, `Nothing was imported. ${outcome.errors[0]}`, { context: outcome })
  }

  return {
    name: 'config_package',
    label: 'Configuration Package',
    description: 'Services, roles and apps, for exchange with other implementations of this API.',
    singleton: true,
    keeps: 'nothing',
    readOnly: false,
    guard: ({ caller }) => requireFullAdmin(caller, 'Only full administrators can exchange configuration.'),
    async handle(request, rest) {
      assertNoRest(rest)
      if (request.verb === 'GET') return { status: 200, body: await exported() }
      if (request.verb === 'POST') return { status: 200, body: await imported(request) }
      throw unsupported(request)
    },
  }
}

/** A record in plain form without its secrets, whose paths are added to `missing`. */
function openRow(type: ConfigType, name: string, row: Readonly<Row>, missing: Row[]): Row {
  const { value, secrets } = withoutConfigSecrets(hideSecrets(type, row, () => ({ $secret: '' })))
  for (const field of secrets) missing.push({ type: type.name, name, field })
  return isRecord(value) ? value : {}
}

/** Rows for all services have a list of their own, so that nobody reads them as rows for none. */
function roleOf(row: Readonly<Row>): Row {
  const rows = (Array.isArray(row[access]) ? row[access] : []).filter(isRecord)
  const written = (each: Row) => picked(each, accessColumns)
  return {
    ...picked(row, ['name', 'description', 'is_active']),
    service_access: rows
      .filter(({ service_id }) => service_id !== null)
      .map((each) => ({ service: each.service_id, ...written(each) })),
    all_services_access: rows.filter(({ service_id }) => service_id === null).map(written),
  }
}

const picked = (row: Readonly<Row>, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

function listIn(manifest: Readonly<Row>, name: string): Row[] {
  const list = manifest[name] ?? []
  if (Array.isArray(list) && list.every(isRecord)) return list
  throw new Problem(400, `'${name}' must be a list of objects.`)
}

function recordOf(type: string, row: Row): PackagedRecord {
  if (typeof row.name === 'string' && row.name !== '') return { type, name: row.name, row }
  throw new Problem(400, `Each ${type} needs a name.`)
}

const sentOf = (row: Readonly<Row>, columns: readonly string[]): Row =>
  Object.fromEntries(columns.flatMap((column) => (row[column] === undefined ? [] : [[column, row[column]]])))

function serviceFrom(row: Row): Row {
  return { label: row.name, is_active: true, config: {}, ...sentOf(row, serviceColumns) }
}

function roleFrom(row: Row): Row {
  const accessRow = (each: Row, service: unknown): Row => ({
    service_id: service,
    component: '*',
    verb_mask: everyVerb,
    requestor_mask: everyRequestor,
    ...sentOf(each, accessColumns),
  })
  const rows = [
    ...listIn(row, 'service_access').map((each) => {
      if (typeof each.service === 'string' && each.service !== '') return accessRow(each, each.service)
      throw new Problem(400, `The role '${String(row.name)}' has access to a service without a name.`)
    }),
    ...listIn(row, 'all_services_access').map((each) => accessRow(each, null)),
  ]
  return { is_active: true, ...sentOf(row, ['name', 'description', 'is_active']), [access]: rows }
}

function appFrom(row: Row): Row {
  return { is_active: true, type: 0, role_id: row.role ?? null, ...sentOf(row, [...appColumns, ...launchColumns]) }
}
