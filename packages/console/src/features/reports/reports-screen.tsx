import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { EditorContent, EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../widgets/form/editor-frame/loaded-record.tsx'
import { ListScreen } from '../../widgets/list/list-screen/list-screen.tsx'
import { Licensed } from '../../widgets/list/paywall/licensed.tsx'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { readListSearch } from '../../widgets/records/list-declaration/list-search.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { auditList } from './audit-list.tsx'
import { t } from './messages.ts'
import { actionOf, type ListedReport, reportList, timeOf } from './report-list.tsx'
import { withoutConsole } from './reports-place.ts'
import { LiveSwitch } from './requests/live-switch.tsx'

const auditView = 'audit'
const requestsView = 'requests'

const AuditPanel = lazy(() => import('./audit-panel.tsx').then((module) => ({ default: module.AuditPanel })))

const RequestsView = lazy(() =>
  import('./requests/requests-view.tsx').then((module) => ({ default: module.RequestsView })),
)

/** The Reports tab: service reports and, on servers that support it, the audit log. */
export function ReportsScreen() {
  const { id = null, entry = null } = useParams({ strict: false })
  const environment = useEnvironment()
  const keepsTrail = hasFeature(environment, 'audit')
  const keepsRequests = hasFeature(environment, 'request-log')
  const audits = id === auditView
  const requests = keepsRequests && id === requestsView
  const views = [
    ...(keepsRequests
      ? [{ label: t.requests, id: requestsView, open: requests, first: true, where: withoutConsole }]
      : []),
    ...(keepsTrail ? [{ label: t.auditTrail, id: auditView, open: audits, first: true }] : []),
  ]
  return (
    <ListScreen
      title={t.module}
      purpose={requests ? t.requestsPurpose : audits ? t.auditPurpose : t.purpose}
      path="/reports"
      label={t.serviceChanges}
      further={views}
      apart
      tools={requests ? <LiveSwitch /> : null}
    >
      <Licensed
        resources={['service_report']}
        serviceName={t.module}
        name="Reports"
        level="GOLD"
        messages={{ module: t.module, loadFailed: t.loadFailed }}
      >
        {requests ? (
          <Suspense fallback={null}>
            <RequestsView key="requests" open={entry} />
          </Suspense>
        ) : audits ? (
          <>
            <RecordList key="audit" declaration={auditList()} openId={entry} flashId={null} />
            {entry === null ? null : (
              <Suspense fallback={null}>
                <AuditPanel key={entry} id={entry} />
              </Suspense>
            )}
          </>
        ) : (
          <>
            <RecordList key="reports" declaration={reportList()} openId={id} flashId={null} />
            {id === null ? null : <ReportPanel key={id} id={id} />}
          </>
        )}
      </Licensed>
    </ListScreen>
  )
}

/** One service report over its list. */
function ReportPanel({ id }: { id: string }) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const onClose = () => void navigate({ to: '/reports', search: readListSearch(search) })
  return (
    <EditorFrame title={t.reportTitle({ id })} onClose={onClose}>
      <LoadedRecord<ListedReport>
        collection="system/service_report"
        id={id}
        params={{}}
        one={t.oneReport}
        onClose={onClose}
      >
        {({ record }) => (
          <EditorContent>
            <Stack gap={5}>
              <Row as="dl" gap={6} rowGap={3} align="stretch" wrap>
                {factsOf(record).map(([name, value]) => (
                  <div key={name}>
                    <Text as="dt" tone="muted" size="sm">
                      {name}
                    </Text>
                    <Text as="dd" breakAnywhere>
                      {value}
                    </Text>
                  </div>
                ))}
              </Row>
            </Stack>
          </EditorContent>
        )}
      </LoadedRecord>
    </EditorFrame>
  )
}

function factsOf(report: ListedReport): readonly (readonly [string, string])[] {
  const { service_id: id, service_name: name, user_email: who, request_verb: verb, request_method } = report
  return [
    [t.action, actionOf(report)],
    [tabWords.service, id === null || id === undefined ? (name ?? '') : `${name ?? ''} (${id})`],
    [t.who, who ?? t.anonymous],
    [t.timeColumn, timeOf(report)],
    [t.request, verb ?? request_method ?? ''],
  ]
}
