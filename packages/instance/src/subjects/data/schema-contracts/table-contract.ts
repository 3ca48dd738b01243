import { Problem } from '@millwright/contract/problem'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { unsupported } from '../../../request/body.ts'
import { flag } from '../../../request/params.ts'
import { documentOf, driftFlags, driftOf, riskOf } from './contract-drift.ts'
import type { ContractStore, SchemaSnapshot } from './contract-store.ts'
import { documentSchema } from './document-schema.ts'
import { documentHash, tableDocument } from './table-document.ts'

/** A service whose tables can be locked. */
export interface LockedService {
  readonly row: ServiceRow
  /** The current tables. Throws if the database cannot be reached. */
  tables(): Promise<readonly DescribedTable[]>
}

interface OneTable {
  readonly service: LockedService
  readonly name: string
  /** Newest first. */
  readonly snapshots: readonly SchemaSnapshot[]
  readonly active: SchemaSnapshot | undefined
}

/** Handles requests below `tables/{table}` (docs/wire/schema-contracts.md). */
export async function tableCall(
  contracts: ContractStore,
  service: LockedService,
  request: ApiRequest,
  [name = '', part, version, ...more]: readonly string[],
): Promise<object> {
  const snapshots = await contracts.all(service.row.id, name)
  const active = snapshots.find(({ status }) => status === 'active')
  const table: OneTable = { service, name, snapshots, active }
  const call = `${request.verb} ${part ?? ''}`.trim()
  if (more.length > 0 || (version !== undefined && part !== 'snapshots')) {
    throw new Problem(404, `There is nothing at '${request.resource}'.`)
  }
  switch (call) {
    case 'POST lock':
      return lock(contracts, table, request)
    case 'POST test':
      return test(contracts, table)
    case 'GET diff':
      return difference(table)
    case 'GET snapshot':
      return row(service, locked(table), null)
    case 'GET snapshots':
      return version === undefined ? versions(table) : row(service, versionOf(table, version), null)
    case 'GET openapi':
      return openapi(table)
    case 'DELETE':
      return unlock(contracts, table, request)
    default:
      throw unsupported(request)
  }
}

async function lock(contracts: ContractStore, table: OneTable, by: ApiRequest): Promise<object> {
  const { service, active } = table
  const live = await liveOf(table)
  const document = tableDocument(live)
  if (active !== undefined) {
    if (documentHash(document) === active.schema_hash) return row(service, active, 'no_change')
    const { summary } = driftOf(active, live)
    if (riskOf(summary) !== null && !flag(by.params, 'force')) {
      throw new Problem(409, `The table '${live.name}' has breaking changes. Review them, and lock it with force=1.`, {
        context: { summary },
      })
    }
  }
  const settings = await contracts.settingsOf(service.row.id)
  await contracts.lock(service.row.id, document, settings?.archive_retention_count ?? null, by)
  const [latestContract] = await contracts.all(service.row.id, live.name)
  if (latestContract === undefined) throw new Problem(409, `The table '${live.name}' was unlocked in the meantime.`)
  return row(service, latestContract, active === undefined ? 'locked' : 'promoted')
}

/** Dry run of `lock`. */
async function test(contracts: ContractStore, table: OneTable): Promise<object> {
  const { active } = table
  const live = await liveOf(table)
  const candidate = tableDocument(live)
  const candidate_hash = documentHash(candidate)
  const drift = active === undefined ? null : driftOf(active, live)
  const isSame = active !== undefined && candidate_hash === active.schema_hash
  const newest = table.snapshots[0]?.contract_version ?? 0
  return {
    service: table.service.row.name,
    table: live.name,
    checked_at: contracts.now(),
    would_be_version: isSame ? active.contract_version : newest + 1,
    would_be_action: isSame ? 'no_change' : active === undefined ? 'locked' : 'promoted',
    active_snapshot_version: active?.contract_version ?? null,
    active_snapshot_hash: active?.schema_hash ?? null,
    candidate_hash,
    ...(drift === null ? { has_drift: false, has_breaking: false, summary: null } : driftFlags(drift)),
    changes: drift?.changes ?? [],
    candidate,
  }
}

async function difference(table: OneTable): Promise<object> {
  const active = locked(table)
  const drift = driftOf(active, await found(table))
  return {
    service: table.service.row.name,
    table: table.name,
    active_snapshot_version: active.contract_version,
    active_snapshot_hash: active.schema_hash,
    ...driftFlags(drift),
    changes: drift.changes,
    candidate: drift.candidate,
  }
}

function versions({ name, snapshots, service }: OneTable): object {
  if (snapshots.length === 0) throw new Problem(404, `The table '${name}' was never locked.`)
  return {
    service: service.row.name,
    table: name,
    versions: snapshots.map((each) => {
      const { schema: _, ...rest } = row(service, each, null)
      return rest
    }),
  }
}

async function openapi(table: OneTable): Promise<object> {
  const { active } = table
  const document = active === undefined ? tableDocument(await liveOf(table)) : documentOf(active)
  return {
    source: active === undefined ? 'live' : 'snapshot',
    snapshot_version: active?.contract_version ?? null,
    schema_name: table.name,
    schema: documentSchema(document),
  }
}

async function unlock(contracts: ContractStore, { service, name, active }: OneTable, by: ApiRequest): Promise<object> {
  if (active === undefined) return { result: 'no_active_snapshot' }
  await contracts.unlock(service.row.id, name, by)
  return {
    result: 'unlocked',
    archived_snapshot_id: active.id,
    archived_snapshot_version: active.contract_version,
  }
}

async function found({ service, name }: OneTable): Promise<DescribedTable | undefined> {
  return (await service.tables()).find((each) => each.name === name)
}

async function liveOf(table: OneTable): Promise<DescribedTable> {
  const live = await found(table)
  if (live === undefined) throw new Problem(404, `Table '${table.name}' does not exist in the database.`)
  return live
}

function locked({ active, name }: OneTable): SchemaSnapshot {
  if (active === undefined) throw new Problem(404, `The table '${name}' is not locked.`)
  return active
}

function versionOf({ snapshots, name }: OneTable, version: string): SchemaSnapshot {
  const one = snapshots.find((each) => String(each.contract_version) === version)
  if (one === undefined) throw new Problem(404, `The table '${name}' has no version '${version}'.`)
  return one
}

/** A snapshot in its API form. */
function row(
  service: LockedService,
  snapshot: SchemaSnapshot,
  lock_result: 'locked' | 'promoted' | 'no_change' | null,
) {
  const { schema: _, created_by_id: __, ...rest } = snapshot
  return { ...rest, service_name: service.row.name, lock_result, schema: documentOf(snapshot) }
}
