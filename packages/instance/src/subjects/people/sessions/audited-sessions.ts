import { string } from '@millwright/contract/records/field'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'

/** What the audit trail tells of an end to all sessions of somebody. */
export const auditedSessions: DeclaredTable = declareTable({
  table: 'session',
  auditedAs: 'active_session',
  label: 'Active sessions',
  key: 'user_id',
  audit: 'none',
  fields: { name: string(), sessions: string() },
})
