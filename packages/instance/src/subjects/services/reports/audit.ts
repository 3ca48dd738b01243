import { type AuditEntry, auditFields } from '@millwright/contract/records/report'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Selectable } from 'kysely'
import type { Vault } from '../../../platform/vault.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { AuditTable } from '../../../store/service-tables.ts'
import type { ResourceDeclaration } from '../../ground/system/resource.ts'

/** The audit log: every change of a record, with values before and after (docs/wire/reports.md). */
export const audit: ResourceDeclaration = {
  name: 'audit',
  label: 'Audit Trail',
  description: 'Who changed which record, when, from where, and what it was before.',
  travels: 'history',
  declared: declareTable({
    table: 'audit',
    label: 'Audit Entry',
    plural: 'Audit Entries',
    fields: auditFields,
    authority: 'instance',
    audit: 'none',
    auditedAs: null,
    columns: {
      before: { read: (kept, _, { vault }) => opened(kept, vault) },
      after: { read: (kept, _, { vault }) => opened(kept, vault) },
    },
  }),
  scope: { values: {} },
  relations: [],
}

/** Converts a stored entry to its API form. */
export function readEntry(row: Selectable<AuditTable>, vault: Vault): AuditEntry {
  return { ...row, before: opened(row.before, vault), after: opened(row.after, vault) }
}

function opened(kept: unknown, vault: Vault): Row | null {
  if (typeof kept !== 'string') return null
  const row: unknown = JSON.parse(kept.startsWith('{') ? kept : vault.open(kept))
  return isRecord(row) ? row : null
}
