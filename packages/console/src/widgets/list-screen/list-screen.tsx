import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './list-screen.module.css'

interface ListScreenProps {
  title: string
  purpose: string
  path: string
  /** Whether the form of a new record is open. */
  creating: boolean
  children: ReactNode
}

/** A tab that is a list and an editor: what it is, its two views, and the list with the rest of the height. */
export function ListScreen({ title, purpose, path, creating, children }: ListScreenProps) {
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <p className={styles.purpose}>{purpose}</p>
        </div>
        <nav className={styles.views} aria-label={`${title} views`}>
          <Link
            to={path}
            search={(now: object) => now}
            className={styles.view}
            aria-current={creating ? undefined : 'page'}
          >
            Manage
          </Link>
          <Link
            to={`${path}/new`}
            search={(now: object) => now}
            preload={false}
            className={styles.view}
            aria-current={creating ? 'page' : undefined}
          >
            Create
          </Link>
        </nav>
      </header>
      {children}
    </div>
  )
}
