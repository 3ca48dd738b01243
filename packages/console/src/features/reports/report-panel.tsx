import { useNavigate, useSearch } from '@tanstack/react-router'
import { Row } from '../../ui/layout.tsx'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../widgets/editor-frame/loaded-record.tsx'
import { readListSearch } from '../../widgets/record-list/list-search.ts'
import { type ListedReport, timeOf } from './report-list.ts'
import styles from './reports.module.css'

/** One service report over its list. */
export function ReportPanel({ id }: { id: string }) {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const onClose = () => void navigate({ to: '/reports', search: readListSearch(search) })
  return (
    <EditorFrame title={`Report ${id}`} onClose={onClose}>
      <LoadedRecord<ListedReport> collection="system/service_report" id={id} params={{}} one="report" onClose={onClose}>
        {({ record }) => (
          <div className={styles.entry}>
            <Row as="dl" gap={6} rowGap={3} align="stretch" wrap className={styles.facts}>
              {factsOf(record).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </Row>
          </div>
        )}
      </LoadedRecord>
    </EditorFrame>
  )
}

function factsOf(report: ListedReport): readonly (readonly [string, string])[] {
  const { service_id: id, service_name: name, user_email: who, action, request_verb: verb, request_method } = report
  return [
    ['Action', action ?? ''],
    ['Service', id === null || id === undefined ? (name ?? '') : `${name ?? ''} (${id})`],
    ['Who', who ?? 'Nobody signed in'],
    ['When', timeOf(report)],
    ['Request', verb ?? request_method ?? ''],
  ]
}
