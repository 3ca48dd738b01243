import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import type { Draft } from '../../../widgets/editor-frame/draft.ts'
import styles from '../../../widgets/split/split.module.css'
import type { EntryKind, EntryRecord } from './entry-kind.ts'
import { localAddress } from './local-entries.ts'

interface EntryListProps<D extends Draft> {
  kind: EntryKind<D>
  rows: readonly EntryRecord[]
  /** Temporary numbers of entries that are not stored yet. */
  locals: readonly number[]
  /** What stands in the address for the chosen one. */
  chosen: string | null
  searched: boolean
}

/** The names of the entries; those that are not stored yet come first. */
export function EntryList<D extends Draft>({ kind, rows, locals, chosen, searched }: EntryListProps<D>) {
  if (rows.length === 0 && locals.length === 0)
    return <p className={styles.note}>{searched ? `No ${kind.one} matches the search.` : kind.messages.empty}</p>
  return (
    <ul className={styles.list}>
      {locals.map((id) => {
        const address = localAddress(id)
        return (
          <li key={address}>
            <Row view={kind.view} address={address} current={address === chosen} name={kind.newName}>
              <Badge tone="warning">not saved</Badge>
            </Row>
          </li>
        )
      })}
      {rows.map((entry) => {
        const address = String(entry.id)
        const mark = kind.mark?.(entry)
        return (
          <li key={address}>
            <Row view={kind.view} address={address} current={address === chosen} name={String(entry[kind.nameField])}>
              {mark ? <span className={styles.mark}>{mark}</span> : null}
            </Row>
          </li>
        )
      })}
    </ul>
  )
}

interface RowProps {
  view: string
  address: string
  current: boolean
  name: string
  children: React.ReactNode
}

function Row({ view, address, current, name, children }: RowProps) {
  return (
    <Link
      to={`/config/${view}/${address}`}
      search={(now: object) => now}
      preload={false}
      className={styles.row}
      aria-current={current ? 'page' : undefined}
    >
      <span className={styles.words}>
        <span className={styles.name} title={name}>
          {name}
        </span>
      </span>
      {children}
    </Link>
  )
}
