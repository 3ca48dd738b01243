import { integer, string } from '@millwright/contract/records/field'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'

/** What the audit trail tells of a person's second step: never a secret. */
export const auditedFactors: DeclaredTable = declareTable({
  table: 'one_time_code',
  auditedAs: 'two_step',
  label: 'Second step',
  key: 'user_id',
  audit: 'none',
  fields: {
    name: string(),
    one_time_code: string(),
    recovery_codes: integer(),
    passkeys: string(),
    app_passwords: string(),
  },
})

/** What it tells of the rule for everybody. */
export const auditedPolicy: DeclaredTable = declareTable({
  table: 'setting',
  auditedAs: 'two_step',
  label: 'Two-step sign-in',
  key: 'name',
  keyType: 'text',
  audit: 'none',
  fields: { policy: string() },
})
