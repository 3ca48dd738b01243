import { IconChevronDown, IconChevronRight, IconSearch, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { systemResourcesQuery } from '../../instance/system-resources.ts'
import { number } from '../../language/format.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import look from '../../ui/entry.module.css'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { rowWindow, useScrollWindow } from '../../widgets/list/record-list/scroll-window.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { packageMessages } from './messages.ts'
import {
  type Chosen,
  type Item,
  type SelectionRow,
  type Source,
  selectionRows,
  sourceKey,
  sourceWords,
} from './package-selection.ts'
import styles from './packages.module.css'

interface ContentTreeProps {
  sources: readonly Source[]
  selection: readonly Chosen[]
  onTick: (source: Source, item: Item, on: boolean) => void
  onAddAll: (source: Source) => void
}

/** Everything that can be exported, by type and service, with what is in the package ticked; the search opens what it finds. */
export function ContentTree({ sources, selection, onTick, onAddAll }: ContentTreeProps) {
  const [search, setSearch] = useState('')
  const settled = useDebouncedValue(search, 500)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { data: resources } = useQuery(systemResourcesQuery)
  const wanted = search === '' ? '' : settled
  const rows = useMemo(() => selectionRows(sources, { open, search: wanted }), [sources, open, wanted])
  const toggle = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <Stack as="section" gap={3} shrink className={styles.column} aria-label={packageMessages.availableContent}>
      <TextField
        label={tabWords.search}
        labelHidden
        type="search"
        placeholder={tabWords.search}
        icon={<IconSearch />}
        value={search}
        onChange={setSearch}
      />
      {rows.length === 0 ? (
        <p className={styles.none}>{packageMessages.nothingToExport}</p>
      ) : (
        <Rows rows={rows} selection={selection} onToggle={toggle} onTick={onTick} onAddAll={onAddAll} />
      )}
      {resources && !resources.includes('event_script') ? (
        <p className={styles.none}>{packageMessages.noScripts}</p>
      ) : null}
    </Stack>
  )
}

interface RowsProps extends Pick<ContentTreeProps, 'selection' | 'onTick' | 'onAddAll'> {
  rows: readonly SelectionRow[]
  onToggle: (key: string) => void
}

/** The rows of the tree, of which only visible ones are rendered. */
function Rows({ rows, selection, onToggle, onTick, onAddAll }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const chosen = useMemo(
    () => new Map(selection.map(({ source, items }) => [sourceKey(source), new Set(items.map(({ id }) => id))])),
    [selection],
  )
  return (
    <div ref={scroller} className={styles.tree}>
      {rowWindow({ ...view, count: rows.length, active: -1 }).map((segment) => {
        if (segment.kind === 'gap') {
          return <div key={`gap-${segment.from}`} style={{ height: segment.rows * view.rowHeight }} />
        }
        const row = rows[segment.index]
        if (!row) return null
        const key = sourceKey(row.source)
        const ticked = chosen.get(key)
        if (row.kind === 'group') {
          return (
            <Group key={key} row={row} chosen={ticked?.size ?? 0} onToggle={() => onToggle(key)} onAddAll={onAddAll} />
          )
        }
        if (row.kind === 'note') {
          return (
            <div key={`note-${key}`} className={styles.treeNote}>
              <Text as="span" role="status" truncate>
                {row.source.total === undefined
                  ? packageMessages.unavailable
                  : packageMessages.firstListed({ count: row.source.items.length, total: row.source.total })}
              </Text>
              {row.source.available ? null : <AskAgain source={row.source} />}
            </div>
          )
        }
        const { id, label, detail } = row.item
        return (
          <div
            key={`${key} ${id}`}
            className={classNames(look.entry, styles.item)}
            title={detail ? `${label} · ${detail}` : label}
          >
            <Checkbox
              label={label}
              value={ticked?.has(id) ?? false}
              onChange={(on) => onTick(row.source, row.item, on)}
            />
            {detail ? (
              <Text as="span" truncate className={styles.detail}>
                {detail}
              </Text>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

function AskAgain({ source }: { source: Source }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const ask = async () => {
    setIsAsking(true)
    try {
      const { readContentOf } = await import('./read-content.ts')
      await readContentOf(source, client)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Button size="small" variant="quiet" loading={isAsking} onClick={() => void ask()}>
      {commonWords.tryAgain} <VisuallyHidden>{source.name}</VisuallyHidden>
    </Button>
  )
}

interface GroupProps {
  row: SelectionRow & { readonly kind: 'group' }
  chosen: number
  onToggle: () => void
  onAddAll: (source: Source) => void
}

function Group({ row: { source, open }, chosen, onToggle, onAddAll }: GroupProps) {
  const { title, detail } = sourceWords(source)
  const count = source.items.length
  return (
    <div className={classNames(look.entry, styles.group)}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
        <span aria-hidden="true" className={styles.chevron}>
          {open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </span>
        <Text as="span" truncate>
          {title}
        </Text>
        {detail === null ? null : (
          <Text as="span" tone="muted" size="sm" truncate>
            {detail}
          </Text>
        )}
      </button>
      <Text as="span" tone="muted" size="sm" tabular>
        {chosen === 0 ? number(source.total ?? count) : packageMessages.chosenCount({ chosen, count })}
      </Text>
      {count === 0 || source.total !== undefined ? null : (
        <Button size="small" variant="quiet" onClick={() => onAddAll(source)}>
          {packageMessages.addAll} <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      )}
    </div>
  )
}

const maxNamed = 6
const maxInTitle = 20

/** What is in the package, by type and service. */
export function SelectedContent({
  selection,
  onRemove,
}: {
  selection: readonly Chosen[]
  onRemove: (row: Chosen) => void
}) {
  return (
    <section aria-labelledby="selected-content">
      <h2 id="selected-content" className={styles.heading}>
        {packageMessages.selectedPackageContent}
      </h2>
      {selection.length === 0 ? (
        <p className={styles.none}>{packageMessages.noPackageContents}</p>
      ) : (
        <ul className={styles.chosen}>
          {selection.map((row) => {
            const { title, detail } = sourceWords(row.source)
            return (
              <li key={`${row.source.kind} ${row.source.name}`} title={namesOf(row.items, maxInTitle)}>
                <Text as="span" grow shrink breakAnywhere>
                  <Text as="span" weight="medium">
                    {detail === null ? title : `${title} (${detail})`}
                  </Text>
                  {': '}
                  {namesOf(row.items, maxNamed)}
                </Text>
                <IconButton
                  size="small"
                  label={packageMessages.remove({ name: title })}
                  icon={<IconTrash />}
                  onClick={() => onRemove(row)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function namesOf(items: readonly Item[], most: number): string {
  const names = items
    .slice(0, most)
    .map(({ label }) => label)
    .join(', ')
  return items.length > most ? packageMessages.furtherItems({ names, count: items.length - most }) : names
}
