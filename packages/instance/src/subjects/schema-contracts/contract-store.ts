import {
  type ContractEnforcement,
  type ContractMode,
  isContractEnforcement,
  isContractMode,
  type TableDocument,
} from '@millwright/contract/wire/schema-contract'
import type { Parts } from '../../gateway/parts.ts'
import { isoMicros } from '../../platform/clock.ts'
import type { SchemaContractTable, SchemaSnapshotTable } from '../../store/schema-contract-tables.ts'
import { documentHash } from './table-document.ts'

export interface ContractSettings {
  readonly mode: ContractMode
  readonly runtime_enforcement: ContractEnforcement
  /** Number of archived snapshots to retain; `null`: all. */
  readonly archive_retention_count: number | null
}

export type Snapshot = Omit<SchemaSnapshotTable, 'id'> & { readonly id: number }

export const unlocked: ContractSettings = { mode: 'none', runtime_enforcement: 'off', archive_retention_count: null }

function settingsIn({ mode, runtime_enforcement, archive_retention_count }: SchemaContractTable): ContractSettings {
  return {
    mode: isContractMode(mode) ? mode : 'none',
    runtime_enforcement: isContractEnforcement(runtime_enforcement) ? runtime_enforcement : 'off',
    archive_retention_count,
  }
}

type StoreParts = Pick<Parts, 'store' | 'clock'>

/** Stores contracts and their snapshots. Every change is published as a change of the service, whose cache includes the locks. */
export function createContractStore({ store, clock }: StoreParts) {
  const { db } = store
  const snapshots = (serviceId: number) =>
    db.selectFrom('schema_snapshot').selectAll().where('service_id', '=', serviceId)
  const publishChange = (serviceId: number) => store.changes.publish([{ table: 'service', ids: [serviceId] }])

  async function archive(serviceId: number, table: string | null): Promise<readonly Snapshot[]> {
    const active = (await snapshots(serviceId).where('status', '=', 'active').execute()).filter(
      ({ table_name }) => table === null || table_name === table,
    )
    const now = isoMicros(clock())
    if (active.length > 0) {
      await db
        .updateTable('schema_snapshot')
        .set({ status: 'archived', last_modified_date: now })
        .where('service_id', '=', serviceId)
        .where(
          'id',
          'in',
          active.map(({ id }) => id),
        )
        .execute()
    }
    return active
  }

  return {
    /** Timestamp for responses. */
    now: () => new Date(clock()).toISOString(),
    /** Settings of all services that have any, by service id. */
    async settings(): Promise<ReadonlyMap<number, ContractSettings>> {
      const rows = await db.selectFrom('schema_contract').selectAll().execute()
      return new Map(rows.map((row) => [row.service_id, settingsIn(row)]))
    },
    async settingsOf(serviceId: number): Promise<ContractSettings | null> {
      const row = await db
        .selectFrom('schema_contract')
        .selectAll()
        .where('service_id', '=', serviceId)
        .executeTakeFirst()
      return row === undefined ? null : settingsIn(row)
    },
    /** `null`: removes the contract. */
    async setSettings(serviceId: number, settings: ContractSettings | null): Promise<void> {
      const now = isoMicros(clock())
      await store.transaction(async (tx) => {
        if (settings === null) return tx.deleteFrom('schema_contract').where('service_id', '=', serviceId).execute()
        return tx
          .insertInto('schema_contract')
          .values({ service_id: serviceId, ...settings, created_date: now, last_modified_date: now })
          .onConflict((conflict) => conflict.column('service_id').doUpdateSet({ ...settings, last_modified_date: now }))
          .execute()
      })
      await publishChange(serviceId)
    },
    /** Snapshots of one table or all, newest first. */
    all: (serviceId: number, table: string | null = null): Promise<Snapshot[]> =>
      (table === null ? snapshots(serviceId) : snapshots(serviceId).where('table_name', '=', table))
        .orderBy('contract_version', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Number of snapshots by service and status, with the date of the newest. */
    counts: () =>
      db
        .selectFrom('schema_snapshot')
        .select(({ fn }) => [
          'service_id',
          'status',
          fn.countAll<number>().as('count'),
          fn.max('last_modified_date').as('latest'),
        ])
        .groupBy(['service_id', 'status'])
        .execute(),
    /** Archives the active snapshot of the table and activates a new one. Throws a 409 from the store if two callers lock at once. */
    async lock(serviceId: number, document: TableDocument, keep: number | null, by: number | null): Promise<void> {
      const now = isoMicros(clock())
      await store.transaction(async (tx) => {
        const of = tx
          .selectFrom('schema_snapshot')
          .where('service_id', '=', serviceId)
          .where('table_name', '=', document.name)
        const newest = await of.select(({ fn }) => fn.max('contract_version').as('version')).executeTakeFirst()
        await tx
          .updateTable('schema_snapshot')
          .set({ status: 'archived', last_modified_date: now })
          .where('service_id', '=', serviceId)
          .where('table_name', '=', document.name)
          .where('status', '=', 'active')
          .execute()
        await tx
          .insertInto('schema_snapshot')
          .values({
            service_id: serviceId,
            table_catalog: document.catalog,
            table_schema: document.schema,
            table_name: document.name,
            object_type: document.type,
            contract_version: Number(newest?.version ?? 0) + 1,
            schema_hash: documentHash(document),
            status: 'active',
            schema: JSON.stringify(document),
            created_by_id: by,
            created_date: now,
            last_modified_date: now,
          })
          .execute()
        if (keep === null) return
        const archived = await of
          .select('id')
          .where('status', '=', 'archived')
          .orderBy('contract_version', 'desc')
          .execute()
        const old = archived.slice(keep).map(({ id }) => id)
        if (old.length > 0) await tx.deleteFrom('schema_snapshot').where('id', 'in', old).execute()
      })
      await publishChange(serviceId)
    },
    /** Unlocks one table or all, and returns the snapshots that were active. */
    async unlock(serviceId: number, table: string | null = null): Promise<readonly Snapshot[]> {
      const archived = await archive(serviceId, table)
      await publishChange(serviceId)
      return archived
    },
  }
}

export type ContractStore = ReturnType<typeof createContractStore>
