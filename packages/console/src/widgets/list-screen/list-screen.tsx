import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Row } from '../../ui/layout.tsx'
import { commonWords } from '../../words/messages.ts'
import { readListSearch } from '../list-declaration/list-search.ts'
import styles from './list-screen.module.css'
import { t } from './messages.ts'
import { Screen } from './screen.tsx'

interface ListScreenProps {
  title: string
  purpose: string
  path: string
  /** Whether the form of a new record is open; absent if records cannot be created. */
  creating?: boolean
  /** Additional views, each with a URL below the list's. */
  further?: readonly FurtherView[]
  /** Tools of the whole tab, next to the views. */
  tools?: ReactNode
  children: ReactNode
}

interface FurtherView {
  readonly label: string
  readonly id: string
  readonly open: boolean
}

/** A tab with a list and an editor: title, purpose, views, and the list in the remaining height. */
export function ListScreen({ title, purpose, path, creating, further = [], tools, children }: ListScreenProps) {
  const view = (label: string, to: string, current: boolean) => (
    <Link
      key={to}
      to={to}
      search={(now: Record<string, unknown>) => readListSearch(now)}
      preload={false}
      activeOptions={{ exact: true, includeSearch: false }}
      className={styles.view}
      aria-current={current ? 'page' : undefined}
    >
      {label}
    </Link>
  )
  return (
    <Screen
      title={title}
      purpose={purpose}
      aside={
        <Row gap={3} rowGap={2} wrap>
          {tools}
          <nav className={styles.views} aria-label={t.views({ title })}>
            {view(t.manage, path, !creating && !further.some(({ open }) => open))}
            {creating === undefined ? null : view(commonWords.create, `${path}/new`, creating)}
            {further.map(({ label, id, open }) => view(label, `${path}/${id}`, open))}
          </nav>
        </Row>
      }
    >
      {children}
    </Screen>
  )
}
