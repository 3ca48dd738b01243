import { integer, string } from '@millwright/contract/records/field'
import { type DeclaredTable, declareTable } from '../../../../records/system/declared-table.ts'

/** Declares a person's second factors for the audit log, without secrets. */
export const auditedFactors: DeclaredTable = declareTable({
  table: 'one_time_code',
  auditedAs: 'two_step',
  label: 'Second step',
  key: 'user_id',
  audit: 'none',
  authority: 'instance',
  fields: {
    name: string(),
    one_time_code: string(),
    recovery_codes: integer(),
    passkeys: string(),
    app_passwords: string(),
  },
})

/** Declares the rule for everyone for the audit log. */
export const auditedPolicy: DeclaredTable = declareTable({
  table: 'setting',
  auditedAs: 'two_step',
  label: 'Two-step sign-in',
  key: 'name',
  keyType: 'text',
  audit: 'none',
  fields: { policy: string() },
  authority: 'instance',
})
