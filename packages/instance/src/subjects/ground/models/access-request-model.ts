import { accessRequestFields } from '@millwright/contract/records/access-request'
import { declareTable } from '../../../records/system/declared-table.ts'

const nameOf = (table: 'user' | 'app' | 'service', column: string) =>
  `(SELECT "named"."name" FROM "${table}" AS "named" WHERE "named"."id" = "access_request"."${column}")`

/** Requests for access, and what was granted (docs/wire/access-requests.md). */
export const accessRequest = declareTable({
  table: 'access_request',
  label: 'Access Request',
  audit: 'dates',
  fields: accessRequestFields,
  authority: 'instance',
  columns: {
    subject: { stored: false, select: `CASE WHEN "user_id" IS NULL THEN 'app' ELSE 'user' END` },
    subject_name: { stored: false, select: `coalesce(${nameOf('user', 'user_id')}, ${nameOf('app', 'app_id')})` },
    service: { stored: false, select: nameOf('service', 'service_id') },
    decided_by: { stored: false, select: nameOf('user', 'decided_by_id') },
  },
})
