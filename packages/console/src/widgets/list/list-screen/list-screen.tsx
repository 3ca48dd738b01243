import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Row } from '../../../ui/layout.tsx'
import { commonWords } from '../../../words/messages.ts'
import { readListSearch } from '../../records/list-declaration/list-search.ts'
import { newRecord } from '../record-list/new-record.ts'
import styles from './list-screen.module.css'
import { t } from './messages.ts'
import { Screen } from './screen.tsx'

interface ListScreenProps {
  title: string
  purpose: string
  path: string
  /** Whether the form of a new record is open; absent if records cannot be created. */
  creating?: boolean
  /** Name of the list among the views. */
  label?: string
  /** Additional views, each with a URL below the list's. */
  further?: readonly FurtherView[]
  /** Whether the views list other records, so that none takes conditions, columns and order of another along. */
  apart?: boolean
  /** Tools of the whole tab, next to the views. */
  tools?: ReactNode
  children: ReactNode
}

interface FurtherView {
  readonly label: string
  readonly id: string
  readonly open: boolean
  /** Before the list. */
  readonly first?: boolean
  /** Conditions that it opens with. */
  readonly where?: string
}

/** A tab with a list and an editor: title, purpose, views, and the list in the remaining height. */
export function ListScreen(props: ListScreenProps) {
  const { title, purpose, path, creating, label = t.manage, further = [], apart = false, tools, children } = props
  const view = (label: string, to: string, current: boolean, where?: string) => (
    <Link
      key={to}
      to={to}
      search={(now: Record<string, unknown>) => readListSearch(apart ? { where } : now)}
      preload={false}
      activeOptions={{ exact: true, includeSearch: false }}
      className={styles.view}
      aria-current={current ? 'page' : undefined}
    >
      {label}
    </Link>
  )
  const furtherView = ({ label, id, open, where }: FurtherView) => view(label, `${path}/${id}`, open, where)
  return (
    <Screen
      title={title}
      purpose={purpose}
      aside={
        <Row gap={3} rowGap={2} wrap>
          {tools}
          <nav className={styles.views} aria-label={t.views({ title })}>
            {further.filter(({ first }) => first).map(furtherView)}
            {view(label, path, !creating && !further.some(({ open }) => open))}
            {creating === undefined ? null : view(commonWords.create, `${path}/new`, creating)}
            {further.filter(({ first }) => !first).map(furtherView)}
          </nav>
        </Row>
      }
    >
      {children}
    </Screen>
  )
}

/** Opens an empty form for the URL `/roles#create`. */
export function useCreateHash(path: string): void {
  const navigate = useNavigate()
  const isCreate = useLocation({ select: ({ pathname, hash }) => pathname === path && hash === 'create' })
  useEffect(() => {
    if (isCreate) void navigate({ to: `${path}/${newRecord}`, search: (now: object) => now, replace: true })
  }, [isCreate, path, navigate])
}
