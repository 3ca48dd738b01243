import { serviceReportFields } from '@millwright/contract/records/report'
import { isoMicros } from '../../../platform/clock.ts'
import { callerName } from '../../../records/system/audit-log.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import type { ResourceDeclaration, WriteStep } from '../../ground/system/resource.ts'

/** Changes of services (docs/wire/reports.md). */
export const serviceReport: ResourceDeclaration = {
  name: 'service_report',
  label: 'Service Reports',
  description: 'When services were created, modified and deleted, and by whom.',
  travels: 'history',
  declared: declareTable({
    table: 'service_report',
    label: 'Service Report',
    fields: serviceReportFields,
    authority: 'instance',
    audit: 'none',
    auditedAs: null,
  }),
  scope: { values: {} },
  relations: [],
}

/** Records what a write did to a service. */
export async function reportService(
  action: 'created' | 'modified' | 'deleted',
  service: { readonly id: unknown; readonly name: unknown },
  { tx, request, parts }: Pick<WriteStep, 'tx' | 'request' | 'parts'>,
): Promise<void> {
  const date = isoMicros(parts.clock())
  await tx.all(
    `INSERT INTO "service_report"
      ("service_id", "service_name", "user_email", "action", "request_verb", "created_date", "last_modified_date")
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    action === 'created' ? null : service.id,
    service.name,
    callerName(request.caller),
    `Service ${action}`,
    request.verb,
    date,
    date,
  )
}
