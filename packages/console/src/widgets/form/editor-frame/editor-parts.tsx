import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './editor-frame.module.css'
import { t } from './messages.ts'
import type { BoundField } from './use-form.ts'

interface NextSectionProps {
  /** The open section. */
  section: string
  from: string
  to: string
  open: (section: string) => void
}

/** A button from the first section of a form to the next important one. */
export function NextSection({ section, from, to, open }: NextSectionProps) {
  return section === from ? <Button onClick={() => open(to)}>{t.next}</Button> : null
}

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

interface NameFieldsProps {
  field: (name: 'name' | 'description') => BoundField<string>
  /** Maximum length of the name. */
  longest?: number
}

/** Name and description of a record. */
export function NameFields({ field, longest = 64 }: NameFieldsProps) {
  return (
    <>
      <TextField {...field('name')} required maxLength={longest} />
      <TextField {...field('description')} maxLength={255} />
    </>
  )
}
