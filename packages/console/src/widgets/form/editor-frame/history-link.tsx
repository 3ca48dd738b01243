import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import styles from './editor-frame.module.css'
import { t } from './messages.ts'

interface HistoryLinkProps {
  /** `system/admin`. */
  collection: string
  id: string
}

/** Links to all changes of a record. Shown if the instance has an audit log that the user may read. */
export function HistoryLink({ collection, id }: HistoryLinkProps) {
  const keepsTrail = hasFeature(useEnvironment(), 'audit')
  const mayRead = useUser()?.is_root_admin === true
  if (!keepsTrail || !mayRead) return null
  const where = `resource:is:${collection.replace(/^system\//, '')};record_id:is:${id}`
  return (
    <Link to="/reports/audit" search={{ where }} preload={false} className={styles.history}>
      <IconHistory size={16} aria-hidden="true" />
      {t.history}
    </Link>
  )
}
