import { searchFilter } from '@millwright/contract/filter/print'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { collectionQuery, invalidateCollection } from '../../../instance/collections.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import { LinkList } from '../../../widgets/explorer/split/link-list.tsx'
import styles from '../../../widgets/explorer/split/split.module.css'
import { Split } from '../../../widgets/explorer/split/split.tsx'
import type { Draft } from '../../../widgets/form/editor-frame/draft.ts'
import { LoadedRecord } from '../../../widgets/form/editor-frame/loaded-record.tsx'
import { FilterNote } from '../../../widgets/list/record-list/filter-note.tsx'
import { SearchBox } from '../../../widgets/list/record-list/search-box.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { EntryForm } from './entry-form.tsx'
import { type EntryKind, type EntryRecord, pageParams, pagesOf, rowsInAll } from './entry-kind.ts'
import type { EntryMessages } from './entry-messages.ts'
import { freshLocalId, localAddress, localId } from './local-entries.ts'
import { PageFoot, ReadRows } from './page-of-rows.tsx'

interface EntryViewProps<D extends Draft> {
  kind: EntryKind<D>
  /** The part of the path after the view: the id of an entry, stored or temporary. */
  chosen: string | null
}

/** A list of entries and the form of the chosen one. New entries are held here until they are saved. */
export function EntryView<D extends Draft>({ kind, chosen }: EntryViewProps<D>) {
  const { collection, messages } = kind
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const { filter = '', page = 1 } = readListSearch(useSearch({ strict: false }))
  const query = useQuery(collectionQuery<EntryRecord>(collection, pageParams(kind, filter, page)))
  const count = query.data ? rowsInAll(query.data, page) : null
  const [locals, setLocals] = useState<readonly number[]>([])
  const list = useRef<HTMLElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)

  const local = localId(chosen)
  useEffect(() => {
    if (local !== null) setLocals((now) => (now.includes(local) ? now : [local, ...now]))
  }, [local])

  const go = (entry: string | null, replace = false) => {
    const to = entry === null ? `/config/${kind.view}` : `/config/${kind.view}/${entry}`
    return navigate({ to, search: (now: object) => now, replace })
  }
  const ask = (next: { filter?: string; page?: number }) =>
    void navigate({ to: '.', search: readListSearch({ filter, ...next }), replace: true })
  const reread = () => void invalidateCollection(queryClient, collection)
  const forget = (id: number | null) => setLocals((now) => now.filter((each) => each !== id))
  const add = () => void go(localAddress(freshLocalId(locals)))
  const choose = () => (list.current?.querySelector('a') ?? searchBox.current)?.focus()

  const onRemoved = async () => {
    await go(null, true)
    forget(local)
  }
  const onSaved = async ({ id }: EntryRecord) => {
    if (local === null) return
    await go(String(id), true)
    forget(local)
  }
  const form = { kind, onSaved, onRemoved, reread, onClose: () => void go(null) }

  return (
    <Split
      label={messages.module}
      master={list}
      chosen={chosen}
      head={
        <>
          <SearchBox
            label={t.search({ many: kind.many })}
            value={filter}
            onSearch={(text) => ask({ filter: text })}
            onDown={choose}
            inputRef={searchBox}
          />
          <IconButton
            label={t.add({ one: kind.one })}
            variant="default"
            icon={<IconPlus />}
            disabledReason={writeBlock}
            onClick={add}
          />
        </>
      }
      list={
        <>
          <FilterNote filter={searchFilter([kind.nameField], filter)} />
          <ReadRows query={query}>
            {(rows) => <EntryList kind={kind} rows={rows} locals={locals} chosen={chosen} searched={filter !== ''} />}
          </ReadRows>
        </>
      }
      foot={
        <PageFoot
          page={page}
          pages={pagesOf(count)}
          count={count}
          names={kind}
          onPage={(next) => ask({ page: next })}
        />
      }
      detail={
        chosen === null ? (
          <NothingChosen one={kind.one} messages={messages} onAdd={add} onChoose={choose} />
        ) : local !== null ? (
          <EntryForm key={chosen} {...form} loaded={null} />
        ) : (
          <LoadedRecord<EntryRecord>
            key={chosen}
            collection={collection}
            id={chosen}
            params={kind.editing(null).params}
            one={kind.one}
            onClose={form.onClose}
          >
            {(loaded) => <EntryForm {...form} loaded={loaded} />}
          </LoadedRecord>
        )
      }
    />
  )
}

interface NothingChosenProps {
  one: string
  messages: EntryMessages
  onAdd: () => void
  /** Moves the focus to the list. */
  onChoose: () => void
}

/** Replaces the form while no entry is chosen. */
function NothingChosen({ one, messages, onAdd, onChoose }: NothingChosenProps) {
  const writeBlock = useWriteBlock()
  const save = () => {
    if (writeBlock) return
    notify({ type: 'warning', title: messages.module, text: messages.nothingSelected, tag: messages.module })
    onChoose()
  }
  useSaveKey(save)
  return (
    <>
      <Stack justify="center" grow className={styles.nothing}>
        <EmptyState
          title={t.chooseOrAdd}
          actions={
            <Button icon={<IconPlus />} disabledReason={writeBlock} onClick={onAdd}>
              {t.add({ one })}
            </Button>
          }
        >
          {messages.purpose}
        </EmptyState>
      </Stack>
      <footer className={styles.footer}>
        <Button variant="primary" disabledReason={writeBlock ?? messages.nothingSelected} onRefused={save}>
          {tabWords.save}
        </Button>
      </footer>
    </>
  )
}

interface EntryListProps<D extends Draft> {
  kind: EntryKind<D>
  rows: readonly EntryRecord[]
  /** Temporary ids of unsaved entries. */
  locals: readonly number[]
  /** The chosen entry in the path. */
  chosen: string | null
  searched: boolean
}

/** The names of the entries; unsaved ones come first. */
function EntryList<D extends Draft>({ kind, rows, locals, chosen, searched }: EntryListProps<D>) {
  const search = useSearch({ strict: false })
  const list = useRef<HTMLUListElement>(null)
  const entries = [
    ...locals.map((id) => ({
      address: localAddress(id),
      name: kind.newName,
      mark: <Badge tone="warning">{t.notSaved}</Badge>,
    })),
    ...rows.map((entry) => {
      const mark = kind.mark?.(entry)
      return {
        address: String(entry.id),
        name: String(entry[kind.nameField]),
        mark: mark ? <span className={styles.mark}>{mark}</span> : null,
      }
    }),
  ]
  if (entries.length === 0)
    return <p className={styles.note}>{searched ? t.noSearchMatches({ one: kind.one }) : kind.messages.empty}</p>
  return (
    <LinkList
      count={entries.length}
      chosenAt={entries.findIndex(({ address }) => address === chosen)}
      listRef={list}
      row={(at) => {
        const entry = entries[at]
        if (!entry) return null
        const { address, name, mark } = entry
        return {
          key: address,
          to: `/config/${kind.view}/${address}`,
          search,
          current: address === chosen,
          content: (
            <>
              <Stack as="span" grow shrink>
                <Text as="span" truncate title={name}>
                  {name}
                </Text>
              </Stack>
              {mark}
            </>
          ),
        }
      }}
    />
  )
}
