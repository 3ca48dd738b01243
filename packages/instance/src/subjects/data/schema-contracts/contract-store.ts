import type { TableDocument } from '@millwright/contract/wire/schema-contract'
import type { Parts } from '../../../gateway/parts.ts'
import type { By } from '../../../gateway/ports/sign-in.ts'
import { isoMicros } from '../../../platform/clock.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { type Tx, transactionOf } from '../../../records/system/sql-runner.ts'
import { WriteLog } from '../../../records/system/write-log.ts'
import type { SchemaSnapshotTable } from '../../../store/data-tables.ts'
import { actorOf } from '../../ground/system/actor.ts'
import { auditedChange } from './audited-contract.ts'
import { type ContractSettings, settingsIn } from './contract-settings.ts'
import { archiveTables, lockTable, putSettings } from './contract-writes.ts'

export type Snapshot = Omit<SchemaSnapshotTable, 'id'> & { readonly id: number }

type StoreParts = Pick<Parts, 'store' | 'clock' | 'vault' | 'kinds' | 'authorize'>

/** Stores contracts and their snapshots. Every change is published as a change of the service, whose cache includes the locks. */
export function createContractStore(parts: StoreParts) {
  const { store, clock } = parts
  const { db } = store
  const dialect = dialectOf(store.engine)
  const snapshots = (serviceId: number) =>
    db.selectFrom('schema_snapshot').selectAll().where('service_id', '=', serviceId)
  const publishChange = (serviceId: number) => store.changes.publish([{ table: 'service', ids: [serviceId] }])

  /** Writes in a transaction, with an entry in the audit log, and announces it. */
  async function write(
    serviceId: number,
    by: By,
    work: (tx: Tx, written: Parameters<typeof archiveTables>[2]) => Promise<void>,
  ) {
    const written = { serviceId, now: isoMicros(clock()) }
    await store.write(async (statements) => {
      const log = new WriteLog()
      const tx = transactionOf(dialect, statements)
      await auditedChange(tx, serviceId, actorOf(by, log, parts), () => work(tx, written))
      await log.auditLog.write(tx, { ...parts, changeRule: null, followUp: null })
    })
    await publishChange(serviceId)
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
    setSettings: (serviceId: number, settings: ContractSettings | null, by: By) =>
      write(serviceId, by, (tx, written) => putSettings(tx, settings, written)),
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
    lock: (serviceId: number, document: TableDocument, keep: number | null, by: By) =>
      write(serviceId, by, (tx, written) =>
        lockTable(tx, document, { ...written, keep, by: by.caller.user?.id ?? null }),
      ),
    /** Unlocks one table or all, and returns the snapshots that were active. */
    async unlock(serviceId: number, table: string | null, by: By): Promise<readonly Snapshot[]> {
      const active = await snapshots(serviceId).where('status', '=', 'active').execute()
      await write(serviceId, by, (tx, written) => archiveTables(tx, table, written))
      return active.filter(({ table_name }) => table === null || table_name === table)
    },
  }
}

export type ContractStore = ReturnType<typeof createContractStore>
