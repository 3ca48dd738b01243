import { invalid, Problem } from '@millwright/contract/problem'
import { type ContractMode, isContractEnforcement, isContractMode } from '@millwright/contract/wire/schema-contract'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { fieldsOf, unsupported } from '../../../request/body.ts'
import { list } from '../../../request/params.ts'
import { documentOf, driftFlags, driftsOf, driftTotals, riskOf, type TableDrift } from './contract-drift.ts'
import { type ContractSettings, type ContractStore, type SchemaSnapshot, unlocked } from './contract-store.ts'
import { documentSchemas } from './document-schema.ts'
import type { LockedService } from './table-contract.ts'

/** Handles requests below a service (docs/wire/schema-contracts.md). */
export function serviceCall(
  contracts: ContractStore,
  service: LockedService,
  request: ApiRequest,
  part: string | undefined,
): Promise<object> {
  const call = `${request.verb} ${part ?? ''}`.trim()
  switch (call) {
    case 'GET':
      return present(contracts, service)
    case 'PATCH':
    case 'PUT':
      return change(contracts, service, request)
    case 'DELETE':
      return unlockAll(contracts, service, request)
    case 'POST promote':
      return promote(contracts, service, request)
    case 'GET diff':
      return difference(contracts, service, list(request.params, 'include')?.includes('candidate') ?? false)
    case 'GET openapi':
      return openapi(contracts, service)
    case 'GET tables':
      return tables(contracts, service)
    default:
      throw part === undefined || ['promote', 'diff', 'openapi', 'tables'].includes(part)
        ? unsupported(request)
        : new Problem(404, `There is nothing at '${request.resource}'.`)
  }
}

async function present(contracts: ContractStore, service: LockedService): Promise<object> {
  const { id, name } = service.row
  const [settings, all] = await Promise.all([contracts.settingsOf(id), contracts.all(id)])
  const active = all.filter(({ status }) => status === 'active')
  const { drifts, describe_error } = await driftsIfReached(service, active)
  return {
    service: name,
    ...pick(settings ?? unlocked),
    snapshot_counts: countsOf(all),
    latest_promotion:
      active
        .map(({ created_date }) => created_date)
        .toSorted()
        .at(-1) ?? null,
    drift: drifts === null ? null : driftTotals(drifts),
    ...(describe_error === null ? {} : { describe_error }),
  }
}

async function change(contracts: ContractStore, service: LockedService, request: ApiRequest): Promise<object> {
  const { id } = service.row
  const stored = await contracts.settingsOf(id)
  const sent = fieldsOf(request)
  const settings = changedSettings(stored, sent)
  await contracts.setSettings(id, settings.mode === 'none' ? null : settings, request)
  return present(contracts, service)
}

/** Applies a PATCH to the settings; members that it omits stay unchanged. */
export function changedSettings(
  stored: ContractSettings | null,
  sent: Readonly<Record<string, unknown>>,
): ContractSettings {
  const { mode, runtime_enforcement: enforcement, archive_retention_count: kept } = sent
  if (stored === null && mode === undefined) {
    throw new Problem(400, "The service has no contract yet: name its 'mode', which is auto or strict.")
  }
  const problems: Record<string, string[]> = {}
  if (mode !== undefined && !isContractMode(mode)) problems.mode = ['mode must be none, auto or strict.']
  if (enforcement !== undefined && !isContractEnforcement(enforcement)) {
    problems.runtime_enforcement = ['runtime_enforcement must be off, shape_response or strict.']
  }
  const isCount = Number.isInteger(kept) && Number(kept) >= 0 && Number(kept) <= 1_000_000
  if (kept !== undefined && kept !== null && kept !== '' && !isCount) {
    problems.archive_retention_count = ['archive_retention_count must be a whole number, 0 or more, or null for all.']
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const base = stored ?? unlocked
  return {
    mode: isContractMode(mode) ? mode : base.mode,
    runtime_enforcement: isContractEnforcement(enforcement) ? enforcement : base.runtime_enforcement,
    archive_retention_count: kept === undefined ? base.archive_retention_count : isCount ? Number(kept) : null,
  }
}

async function unlockAll(
  contracts: ContractStore,
  { row: { id, name } }: LockedService,
  by: ApiRequest,
): Promise<object> {
  const settings = await contracts.settingsOf(id)
  const archived = await contracts.unlock(id, null, by)
  if (settings !== null) await contracts.setSettings(id, null, by)
  return {
    service: name,
    result: 'unlocked',
    snapshots_archived: archived.length,
    service_config_removed: settings !== null,
  }
}

async function promote(contracts: ContractStore, service: LockedService, by: ApiRequest): Promise<object> {
  const { id, name } = service.row
  const settings = await contracts.settingsOf(id)
  if (settings === null)
    throw new Problem(400, `The service '${name}' has no contract: set its mode to auto or strict first.`)
  const active = await activeOf(contracts, id)
  const drifts = driftsOf(active, await service.tables())
  const promoted: object[] = []
  const needs_review: object[] = []
  const skipped_no_drift: string[] = []
  for (const drift of drifts) {
    const { snapshot, candidate, summary } = drift
    const { table_name: table, contract_version: version } = snapshot
    const reason = reasonForReview(drift, settings.mode)
    if (summary.total_changes === 0) skipped_no_drift.push(table)
    else if (candidate === null || reason !== null) {
      needs_review.push({
        table,
        version,
        reason: reason ?? 'table_removed',
        has_breaking: summary.breaking_count > 0,
        summary,
      })
    } else {
      await contracts.lock(id, candidate, settings.archive_retention_count, by)
      promoted.push({ table, from_version: version, to_version: version + 1 })
    }
  }
  const summary = {
    tables_evaluated: drifts.length,
    tables_promoted: promoted.length,
    tables_needs_review: needs_review.length,
    tables_no_drift: skipped_no_drift.length,
  }
  return { service: name, mode: settings.mode, summary, promoted, needs_review, skipped_no_drift }
}

/** Why a table needs review before its lock follows it; `null`: it does not. */
function reasonForReview({ candidate, summary }: TableDrift, mode: ContractMode): string | null {
  if (candidate === null) return 'table_removed'
  if (mode === 'strict') return 'strict_mode'
  const risk = riskOf(summary)
  return risk === null ? null : `${risk}_drift`
}

async function difference(contracts: ContractStore, service: LockedService, whole: boolean): Promise<object> {
  const active = await activeOf(contracts, service.row.id)
  const drifts = driftsOf(active, await service.tables())
  const { summary, ...flags } = driftTotals(drifts)
  return {
    service: service.row.name,
    checked_at: contracts.now(),
    active_snapshot_count: active.length,
    summary: { ...flags, ...summary },
    tables: drifts.map((drift) => ({
      name: drift.snapshot.table_name,
      catalog: drift.snapshot.table_catalog,
      schema: drift.snapshot.table_schema,
      active_snapshot_version: drift.snapshot.contract_version,
      ...driftFlags(drift),
      changes: drift.changes,
      ...(whole ? { candidate: drift.candidate } : {}),
    })),
  }
}

async function openapi(contracts: ContractStore, service: LockedService): Promise<object> {
  const { id, name } = service.row
  const [settings, active, live] = await Promise.all([
    contracts.settingsOf(id),
    activeOf(contracts, id),
    service.tables(),
  ])
  const locked = settings === null ? [] : active
  return {
    service: name,
    mode: settings?.mode ?? 'none',
    ...documentSchemas(
      locked.map((each) => [each, documentOf(each)]),
      live,
    ),
  }
}

async function tables(contracts: ContractStore, service: LockedService): Promise<object> {
  const { id, name } = service.row
  const [settings, active] = await Promise.all([contracts.settingsOf(id), activeOf(contracts, id)])
  const { drifts, live, describe_error } = await driftsIfReached(service, active)
  const byName = new Map(drifts?.map((drift) => [drift.snapshot.table_name, drift]))
  const names = [
    ...new Set([...(live ?? []).map((each) => each.name), ...active.map((each) => each.table_name)]),
  ].toSorted()
  const entries = names.map((each) => {
    const snapshot = active.find(({ table_name }) => table_name === each)
    const table = live?.find((found) => found.name === each)
    const drift = byName.get(each)
    return {
      name: each,
      catalog: null,
      schema: snapshot?.table_schema ?? table?.table.schema ?? null,
      type: snapshot?.object_type ?? (table?.isView ? 'view' : 'table'),
      locked: snapshot !== undefined,
      snapshot:
        snapshot === undefined
          ? null
          : { version: snapshot.contract_version, hash: snapshot.schema_hash, created_date: snapshot.created_date },
      drift: drift === undefined ? null : driftFlags(drift),
    }
  })
  const totals = drifts === null ? null : driftTotals(drifts)
  return {
    service: name,
    mode: settings?.mode ?? 'none',
    summary: {
      tables_total: entries.length,
      tables_locked: active.length,
      tables_with_drift: totals?.tables_with_drift ?? null,
      tables_with_breaking: totals?.tables_with_breaking ?? null,
    },
    tables: entries,
    describe_error,
  }
}

interface Reached {
  readonly drifts: readonly TableDrift[] | null
  readonly live: readonly DescribedTable[] | null
  readonly describe_error: string | null
}

/** The drift and current tables, or the error if the database cannot be reached. */
async function driftsIfReached(service: LockedService, active: readonly SchemaSnapshot[]): Promise<Reached> {
  try {
    const live = await service.tables()
    return { live, drifts: driftsOf(active, live), describe_error: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { live: null, drifts: null, describe_error: error.message }
  }
}

async function activeOf(contracts: ContractStore, serviceId: number): Promise<readonly SchemaSnapshot[]> {
  return (await contracts.all(serviceId)).filter(({ status }) => status === 'active')
}

/** Counts snapshots by status; also accepts counts that are already grouped. */
export function countsOf(found: readonly { readonly status: string; readonly count?: number }[]) {
  const of = (status: string) =>
    found.filter((each) => each.status === status).reduce((sum, { count = 1 }) => sum + Number(count), 0)
  const active = of('active')
  const archived = of('archived')
  return { active, archived, total: active + archived }
}

const pick = ({ mode, runtime_enforcement, archive_retention_count }: ContractSettings) => ({
  mode,
  runtime_enforcement,
  archive_retention_count,
})
