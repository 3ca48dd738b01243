import { useParams } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { ListScreen } from '../../widgets/list-screen/list-screen.tsx'
import { Licensed } from '../../widgets/paywall/licensed.tsx'
import { RecordList } from '../../widgets/record-list/record-list.tsx'
import { auditList } from './audit-list.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { auditMessages, reportMessages } from './messages.ts'
import { reportList } from './report-list.ts'
import { ReportPanel } from './report-panel.tsx'

const auditView = 'audit'

/** The Reports tab: what was done to services, and on servers that keep it, every change of records. */
export function ReportsScreen() {
  const { id = null, entry = null } = useParams({ strict: false })
  const keepsTrail = hasFeature(useEnvironment(), 'audit')
  const audits = id === auditView
  return (
    <ListScreen
      title="Reports"
      purpose={audits ? auditMessages.purpose : reportMessages.purpose}
      path="/reports"
      {...(keepsTrail && { further: { label: 'Audit trail', id: auditView, open: audits } })}
    >
      <Licensed resources={['service_report']} serviceName="Reports" level="GOLD" messages={reportMessages}>
        {audits ? (
          <>
            <RecordList key="audit" declaration={auditList} openId={entry} flashId={null} />
            {entry === null ? null : <AuditPanel key={entry} id={entry} />}
          </>
        ) : (
          <>
            <RecordList key="reports" declaration={reportList} openId={id} flashId={null} />
            {id === null ? null : <ReportPanel key={id} id={id} />}
          </>
        )}
      </Licensed>
    </ListScreen>
  )
}
