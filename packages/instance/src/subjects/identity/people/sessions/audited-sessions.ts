import { string } from '@millwright/contract/records/field'
import { type DeclaredTable, declareTable } from '../../../../records/system/declared-table.ts'

/** Declares the end of all sessions of a person for the audit log. */
export const auditedSessions: DeclaredTable = declareTable({
  table: 'session',
  auditedAs: 'active_session',
  label: 'Active sessions',
  key: 'user_id',
  audit: 'none',
  fields: { name: string(), sessions: string() },
  authority: 'instance',
})
