import { Problem } from '@millwright/contract/problem'
import { integer, json, string } from '@millwright/contract/records/field'
import {
  contractEnforcements,
  contractModes,
  isContractEnforcement,
  isContractMode,
  type TableDocument,
} from '@millwright/contract/wire/schema-contract'
import { isoMicros } from '../../../platform/clock.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { actorOf } from '../../ground/system/actor.ts'
import type { KeptReading, KeptSettings } from '../../ground/system/resource.ts'
import { archiveTables, auditedChange, lockTable, putSettings, settingsIn } from './contract-store.ts'
import { documentInFile, documentsOfFile, problemOfTables } from './document-in-file.ts'
import { documentHash } from './table-document.ts'

const isActive = `"status" = 'active'`
const ofService = '"service_id" IN (SELECT "id" FROM "service" WHERE "name" = ?)'

/** Contracts in folders of configuration: the settings of a service with the shapes of its locked tables, without archived ones (docs/wire/config.md). */
export const schemaContract: KeptSettings = {
  declaration: {
    name: 'schema_contract',
    label: 'Schema Contract',
    description: 'The locked shapes of the tables of a service.',
    travels: { key: 'name', files: { folder: 'schema-contracts' } },
    declared: declareTable({
      table: 'schema_contract',
      label: 'Schema Contract',
      key: 'service_id',
      audit: 'none',
      authority: 'instance',
      fields: {
        name: integer({ label: 'Service', required: true }),
        mode: string({ label: 'Mode', default: 'none', nullable: false }),
        runtime_enforcement: string({ label: 'Runtime Enforcement', default: 'off', nullable: false }),
        archive_retention_count: integer({ label: 'Archived Versions Kept' }),
        tables: json<readonly object[] | null>({ label: 'Locked Tables' }),
      },
      columns: {
        name: { references: 'service' },
        mode: { check: (value) => (isContractMode(value) ? null : `mode must be one of ${contractModes.join(', ')}.`) },
        runtime_enforcement: {
          check: (value) =>
            isContractEnforcement(value)
              ? null
              : `runtime_enforcement must be one of ${contractEnforcements.join(', ')}.`,
        },
        archive_retention_count: {
          check: (value) => (Number(value) >= 0 ? null : 'archive_retention_count must be 0 or more.'),
        },
        tables: { check: problemOfTables },
      },
    }),
    scope: { values: {} },
    relations: [],
  },

  async read(all, only) {
    const names = await serviceNames(all)
    const named = only === null ? [] : [only]
    const settings = await all(`SELECT * FROM "schema_contract"${only === null ? '' : ` WHERE ${ofService}`}`, named)
    const condition = only === null ? isActive : `${isActive} AND ${ofService}`
    const locked = await all(
      `SELECT "service_id", "schema" FROM "schema_snapshot" WHERE ${condition} ORDER BY "table_name"`,
      named,
    )
    const byService = new Map(settings.map((row) => [Number(row.service_id), row]))
    const tables = Map.groupBy(locked, (row) => Number(row.service_id))
    return [...names]
      .filter(([id]) => byService.has(id) || tables.has(id))
      .map(([id, name]): Row => {
        const documents = (tables.get(id) ?? []).map((row): TableDocument => JSON.parse(String(row.schema)))
        return {
          name,
          ...settingsIn(byService.get(id) ?? {}),
          tables:
            documents.length === 0
              ? null
              : documents.map((each) => documentInFile(each, (service) => names.get(Number(service)))),
        }
      })
  },

  async write(name, row, { tx, log, request, parts }) {
    const names = await serviceNames((sql, values) => tx.all(sql, ...values))
    const idOf = (wanted: string) => [...names].find(([, service]) => service === wanted)?.[0]
    const serviceId = idOf(name)
    if (serviceId === undefined) return
    const written = { serviceId, now: isoMicros(parts.clock()) }
    log.changed('service', serviceId)
    await auditedChange(tx, serviceId, actorOf(request, log, parts), async () => {
      if (row === null) {
        await archiveTables(tx, null, written)
        await putSettings(tx, null, written)
        return
      }
      const settings = settingsIn(row)
      const documents = documentsOfFile(row.tables, (service) => idOf(service)?.toString())
      if (settings.mode === 'none' && documents.length === 0)
        throw new Problem(400, `The contract of '${name}' has neither a mode nor tables.`)
      await putSettings(tx, settings.mode === 'none' ? null : settings, written)
      const locked = await tx.all(
        `SELECT "table_name", "schema_hash" FROM "schema_snapshot" WHERE "service_id" = ? AND "status" = 'active'`,
        serviceId,
      )
      const hashes = new Map(locked.map((each) => [String(each.table_name), String(each.schema_hash)]))
      const left = [...hashes.keys()].filter((table) => documents.every((each) => each.name !== table))
      for (const table of left) await archiveTables(tx, table, written)
      const more = { keep: settings.archive_retention_count, by: request.caller.user?.id ?? null }
      for (const document of documents) {
        if (hashes.get(document.name) === documentHash(document)) continue
        await lockTable(tx, document, { ...written, ...more })
      }
    })
  },
}

async function serviceNames(all: KeptReading): Promise<ReadonlyMap<number, string>> {
  const rows = await all('SELECT "id", "name" FROM "service" ORDER BY "name"', [])
  return new Map(rows.map(({ id, name }) => [Number(id), String(name)]))
}
