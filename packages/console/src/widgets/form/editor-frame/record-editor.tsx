import { isRecord } from '@millwright/contract/wire/is-record'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Loaded, type RecordId, recordQuery } from '../../../instance/collections.ts'
import type { Params } from '../../../instance/transport.ts'
import { readListSearch } from '../../records/list-declaration/list-search.ts'
import { RecordLock } from '../managed/record-lock.ts'
import { EditorFrame } from './editor-frame.tsx'
import { HistoryLink } from './editor-parts.tsx'
import { LoadedRecord } from './loaded-record.tsx'
import { t } from './messages.ts'

const ManagedNote = lazy(() =>
  import('../managed/managed-note.tsx').then((module) => ({ default: module.ManagedNote })),
)

/** What the panel passes to its form. */
export interface FormParts<R> {
  /** The edited record; `null` for a new one. */
  readonly loaded: Loaded<R> | null
  /** The record that a new one is copied from. */
  readonly copied: R | null
  readonly onClose: () => void
  readonly onSaved: (id: RecordId) => void
}

interface RecordEditorProps<R> {
  /** The path of the list, such as `/admins`. */
  path: string
  /** `system/admin`. */
  collection: string
  params: Params
  one: string
  /** Singular in titles, such as `Admin`. */
  thing: string
  nameOf: (record: R) => string
  subtitle?: (record: R) => ReactNode
  wide?: boolean
  /** `null` for a new record. */
  id: string | null
  onSaved: (id: RecordId) => void
  children: (parts: FormParts<R>) => ReactNode
}

/** The panel of a new or existing record over its list; `?copy=12` copies an existing record. */
export function RecordEditor<R>(props: RecordEditorProps<R>) {
  const { path, collection, params, one, thing, id, children } = props
  const navigate = useNavigate()
  const search: { copy?: unknown } = useSearch({ strict: false })
  const copyOf = id === null && search.copy !== undefined ? String(search.copy) : null
  const source = id ?? copyOf
  const record = useQuery({ ...recordQuery<R>(collection, source ?? '', params), enabled: false }).data?.record

  const [lock, setLock] = useState<string | null>(null)

  const onClose = () => void navigate({ to: path, search: readListSearch(search) })
  const onSaved = (savedId: RecordId) => {
    props.onSaved(savedId)
    onClose()
  }
  const form = { onClose, onSaved }
  const title =
    id === null ? t.createThing({ thing }) : record ? t.edit({ name: props.nameOf(record) }) : t.edit({ name: thing })

  return (
    <EditorFrame
      title={title}
      subtitle={
        id !== null && record ? (
          <>
            {props.subtitle?.(record)}
            <Suspense>
              <ManagedNote collection={collection} name={ownName(record)} onLock={setLock} />
            </Suspense>
          </>
        ) : null
      }
      aside={id === null ? null : <HistoryLink collection={collection} id={id} />}
      wide={props.wide ?? false}
      onClose={onClose}
    >
      {source === null ? (
        children({ loaded: null, copied: null, ...form })
      ) : (
        <LoadedRecord<R> collection={collection} id={source} params={params} one={one} onClose={onClose}>
          {(loaded) =>
            copyOf === null ? (
              <RecordLock value={lock}>{children({ loaded, copied: null, ...form })}</RecordLock>
            ) : (
              children({ loaded: null, copied: loaded.record, ...form })
            )
          }
        </LoadedRecord>
      )}
    </EditorFrame>
  )
}

/** The name by which folders know a record. */
function ownName(record: unknown): string | null {
  return isRecord(record) && typeof record.name === 'string' ? record.name : null
}
