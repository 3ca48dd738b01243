import type { ListedService } from '@millwright/contract/wire/services'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, lazy, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react'
import { type FileEntry, folderQuery, joinPath, lastName, parentPath } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { type FolderPlace, placesAbove } from '../../widgets/files/folder-tree/folder-place.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { ContextMenu, type FileMenuPoint } from './context-menu.tsx'
import { DropArea } from './drop-area.tsx'
import { countWords } from './entry-names.ts'
import { EntryList } from './entry-table.tsx'
import styles from './files.module.css'
import { type FilesSearch, readEntrySort, searchOf, writeEntrySort } from './files-address.ts'
import { FolderState } from './folder-state.tsx'
import { FolderToolbar } from './folder-toolbar.tsx'
import { filesMessages } from './messages.ts'
import { type EntrySelection, findEntries, nothingChosen, sortEntries, stillThere } from './shown-entries.ts'
import { type Clipboard, useEntryActions } from './use-entry-actions.tsx'
import { useUpload } from './use-upload.tsx'

const EntryDialogs = lazy(() => import('./entry-dialogs.tsx').then((module) => ({ default: module.EntryDialogs })))
const FilePanel = lazy(() => import('./preview/file-panel.tsx').then((module) => ({ default: module.FilePanel })))

interface FolderViewProps {
  place: FolderPlace
  search: FilesSearch
  services: readonly ListedService[]
  clipboard: Clipboard | null
  onClipboard: (clipboard: Clipboard | null) => void
}

/** A folder: its toolbar, its entries, and the open file over them. */
export function FolderView({ place, search, services, clipboard, onClipboard }: FolderViewProps) {
  const navigate = useNavigate()
  const listing = useQuery(folderQuery(place.service, place.folder))
  const [kept, setSelection] = useState<EntrySelection>(nothingChosen)
  const section = useRef<HTMLElement>(null)
  const [menu, setMenu] = useState<FileMenuPoint | null>(null)
  const sort = readEntrySort(search.sort)
  const sortKey = writeEntrySort(sort)
  const sorted = useMemo(() => sortEntries(listing.data ?? [], readEntrySort(sortKey)), [listing.data, sortKey])
  const entries = useMemo(() => findEntries(sorted, search.find ?? ''), [sorted, search.find])
  const paths = useMemo(() => entries.map(({ path }) => path), [entries])
  const selection = useMemo(() => stillThere(kept, paths), [kept, paths])
  const chosen = useMemo(() => entries.filter(({ path }) => selection.chosen.has(path)), [entries, selection])

  const go = (next: FilesSearch, replace = false) => void navigate({ to: '/file-manager', search: next, replace })
  const placeOf = (entry: FileEntry): FolderPlace => ({ service: place.service, folder: entry.path })
  const searchFor = (entry: FileEntry): FilesSearch =>
    entry.type === 'folder' ? searchOf(placeOf(entry), search) : { ...search, file: entry.name }
  const open = (entry: FileEntry) => go(searchFor(entry))
  const closeFile = () => {
    const { file: _closed, ...rest } = search
    go(rest)
  }
  const upload = useUpload(place)
  const actions = useEntryActions({ place, entries: listing.data ?? [], clipboard, onClipboard, open, upload })
  const openMenu = (entry: FileEntry, event: MouseEvent) => {
    event.preventDefault()
    if (!selection.chosen.has(entry.path)) setSelection({ chosen: new Set([entry.path]), anchor: entry.path })
    setMenu({ left: event.clientX, top: event.clientY, entry, focus: event.currentTarget })
  }
  const up = () => {
    if (place.folder !== '') go(searchOf({ service: place.service, folder: parentPath(place.folder) }, search))
    else if (search.allowroot !== 'false') go(searchOf(null, search))
  }
  const label = services.find(({ name }) => name === place.service)?.label || place.service
  const cut = clipboard?.move && clipboard.place.service === place.service ? clipboard.entries : []

  return (
    <section
      ref={section}
      className={styles.folder}
      aria-label={filesMessages.folderNamed({ label: place.folder || label })}
    >
      <Breadcrumbs place={place} label={label} search={search} />
      <FolderToolbar
        selection={selection}
        chosen={chosen}
        find={search.find ?? ''}
        actions={actions}
        upload={upload}
        clipboard={clipboard}
        refreshing={listing.isFetching && listing.data !== undefined}
        onFind={(text) => {
          const { find: _former, ...rest } = search
          go(text === '' ? rest : { ...rest, find: text }, true)
        }}
        onDown={() => section.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()}
        onEnter={() => {
          const [first] = entries
          if (first && search.find) open(first)
        }}
        onRefresh={() => void listing.refetch()}
        onSelection={setSelection}
      />
      <DropArea onDrop={upload.drop} refused={upload.writeBlock}>
        {listing.data && entries.length > 0 ? (
          <EntryList
            label={filesMessages.servicePanes({ label: place.folder || label })}
            entries={entries}
            stale={false}
            sort={sort}
            selection={selection}
            cut={new Set(cut.map(({ path }) => path))}
            openPath={search.file === undefined ? null : joinPath(place.folder, search.file)}
            keys={{
              up,
              rename: actions.rename,
              remove: (entry) => actions.remove(chosen.length > 0 ? chosen : [entry]),
              copy: (entry) => actions.copy(chosen.length > 0 ? chosen : [entry], false),
              cut: (entry) => actions.copy(chosen.length > 0 ? chosen : [entry], true),
              paste: actions.paste,
            }}
            hrefOf={(entry) => hrefOf(searchFor(entry))}
            actionsOf={(entry) => actions.entriesOf([entry])}
            onSort={(field) => {
              const order = writeEntrySort({ field, down: sort.field === field && !sort.down })
              const { sort: _former, ...rest } = search
              go(order === undefined ? rest : { ...rest, sort: order }, true)
            }}
            onSelection={setSelection}
            onOpen={open}
            onMenu={openMenu}
          />
        ) : listing.data || listing.error ? (
          <FolderState
            error={listing.data ? null : listing.error}
            isRoot={place.folder === ''}
            find={search.find ?? ''}
            onRetry={() => void listing.refetch()}
            onUp={up}
            onClear={() => {
              const { find: _former, ...rest } = search
              go(rest, true)
            }}
            onUpload={upload.chooseFiles}
          />
        ) : (
          <div className={styles.waiting}>
            <Skeleton lines={8} />
          </div>
        )}
      </DropArea>
      <FolderStatus
        entries={entries}
        all={listing.data?.length ?? null}
        busy={upload.preparing}
        error={listing.data ? listing.error : null}
      />
      {upload.pickers}
      {menu ? (
        <ContextMenu
          point={menu}
          items={actions.entriesOf(chosen.length > 0 ? chosen : [menu.entry])}
          onClose={() => setMenu(null)}
        />
      ) : null}
      <Suspense fallback={null}>
        {actions.dialog ? (
          <EntryDialogs place={place} actions={actions} taken={listing.data ?? []} services={services} />
        ) : null}
        {search.file === undefined ? null : (
          <FilePanel
            key={search.file}
            place={place}
            name={search.file}
            listed={listing.data?.find(({ name, type }) => name === search.file && type === 'file') ?? null}
            actions={actions}
            onClose={closeFile}
          />
        )}
      </Suspense>
    </section>
  )
}

function hrefOf(search: FilesSearch): string {
  return `/file-manager?${new URLSearchParams({ ...search })}`
}

interface FolderStatusProps {
  entries: readonly FileEntry[]
  /** Number of entries without the search; `null` while it is unknown. */
  all: number | null
  /** The operation in preparation, as a sentence. */
  busy: string | null
  /** Why reloading the entries failed. */
  error: Error | null
}

/** The number of entries, below the list. */
function FolderStatus({ entries, all, busy, error }: FolderStatusProps) {
  const words = useMemo(() => {
    const files = entries.filter(({ type }) => type === 'file')
    const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
    const counted = countWords(entries.length - files.length, files.length)
    return files.length > 0 ? `${counted} · ${formatBytes(bytes)}` : counted
  }, [entries])
  const shown =
    all === null || entries.length === 0
      ? ''
      : all > entries.length
        ? filesMessages.selectionCount({ words, all })
        : words
  return (
    <p className={styles.status} role="status">
      {busy ?? (error ? filesMessages.outOfDate({ reason: messageOf(error) }) : shown)}
    </p>
  )
}

interface BreadcrumbsProps {
  place: FolderPlace
  label: string
  search: FilesSearch
}

/** The path from all services to the folder. */
function Breadcrumbs({ place, label, search }: BreadcrumbsProps) {
  const nameOf = ({ folder }: FolderPlace) => (folder === '' ? label : lastName(folder))
  const above = placesAbove(place)
  return (
    <nav className={styles.crumbs} aria-label={tabWords.path}>
      {search.allowroot === 'false' ? null : (
        <>
          <Link to="/file-manager" search={searchOf(null, search)} preload={false}>
            {filesMessages.allServices}
          </Link>
          <IconChevronRight size={14} color="var(--text-faint)" aria-hidden="true" />
        </>
      )}
      {above.map((each) => (
        <Fragment key={each.folder}>
          <Link to="/file-manager" search={searchOf(each, search)} preload={false} title={nameOf(each)}>
            {nameOf(each)}
          </Link>
          <IconChevronRight size={14} color="var(--text-faint)" aria-hidden="true" />
        </Fragment>
      ))}
      <Text as="h2" size="md" className={styles.here} title={nameOf(place)}>
        {nameOf(place)}
      </Text>
    </nav>
  )
}
