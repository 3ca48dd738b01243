import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { systemResourcesQuery } from '../../instance/system-resources.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import { ServiceSelect } from '../../widgets/service-select/service-select.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { packageMessages } from './messages.ts'
import { type Item, matching, type Source } from './package-selection.ts'
import { packagedServices } from './packaged-services.ts'
import styles from './packages.module.css'

interface ItemPickerProps {
  sources: readonly Source[]
  onAdd: (source: Source, items: readonly Item[], all: boolean) => void
}

/** Chooses a type, then a name, then its items, which are selected and added. */
export function ItemPicker({ sources, onAdd }: ItemPickerProps) {
  const [type, setType] = useState('')
  const [name, setName] = useState('')
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const settled = useDebouncedValue(search, 500)
  const wanted = search === '' ? '' : settled
  const { data: resources } = useQuery(systemResourcesQuery)
  const types = [...new Set(sources.map((source) => source.type))]
  const named = sources.filter((source) => source.type === type)
  const source = named.find((each) => each.name === name)
  const items = useMemo(() => matching(source?.items ?? [], wanted), [source, wanted])

  const choose = (next: string) => {
    setName(next)
    setSearch('')
    setTicked(new Set())
  }
  const tick = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setTicked(next)
  }
  const add = (chosen: readonly Item[], all: boolean) => {
    if (source) onAdd(source, chosen, all)
    setTicked(new Set())
  }

  return (
    <Stack as="section" gap={4} shrink className={styles.column} aria-label={packageMessages.availableContent}>
      <div className={styles.pair}>
        <SelectField
          label={packageMessages.type}
          placeholder={packageMessages.noTypeSelected}
          value={type}
          options={types.map((each) => ({ value: each, label: each }))}
          onChange={(next) => {
            setType(next)
            choose('')
          }}
        />
        {named[0] === undefined || named[0].kind === 'system' ? (
          <SelectField
            label={tabWords.name}
            placeholder={packageMessages.noNamesSelected}
            value={name}
            options={named.map((each) => ({ value: each.name, label: each.name }))}
            onChange={choose}
          />
        ) : (
          <ServiceSelect
            label={tabWords.name}
            placeholder={packageMessages.noNamesSelected}
            source={packagedServices(type, named)}
            value={name}
            onChange={(service) => choose(service?.label ?? '')}
          />
        )}
      </div>
      {source && !source.available ? (
        <Banner tone="warning">{packageMessages.unavailable({ name: source.name })}</Banner>
      ) : null}
      {source ? (
        <>
          <TextField label={tabWords.search} type="search" value={search} onChange={setSearch} />
          <ItemList key={name} items={items} ticked={ticked} onTick={tick} />
          <Row gap={2} align="stretch" wrap>
            <Button
              disabledReason={ticked.size === 0 && packageMessages.selectionMissing}
              onClick={() =>
                add(
                  source.items.filter(({ id }) => ticked.has(id)),
                  false,
                )
              }
            >
              {packageMessages.addToPackage}
            </Button>
            {search === '' && source.items.length > 0 ? (
              <Button variant="quiet" onClick={() => add(source.items, true)}>
                {packageMessages.addAll({ count: source.items.length })}
              </Button>
            ) : null}
          </Row>
        </>
      ) : (
        <p className={styles.none}>{packageMessages.selectionHelp}</p>
      )}
      {resources && !resources.includes('event_script') ? (
        <p className={styles.none}>{packageMessages.noScripts}</p>
      ) : null}
    </Stack>
  )
}

interface ItemListProps {
  items: readonly Item[]
  ticked: ReadonlySet<string>
  onTick: (ids: readonly string[], on: boolean) => void
}

/** Items with checkboxes, of which only visible ones are rendered. */
function ItemList({ items, ticked, onTick }: ItemListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const chosen = items.filter(({ id }) => ticked.has(id)).length
  if (items.length === 0) return <p className={styles.none}>{packageMessages.nothingToExport}</p>
  return (
    <div className={styles.items}>
      <div className={styles.itemsHead}>
        <Checkbox
          label={
            chosen === 0
              ? packageMessages.selectAll({ count: items.length })
              : packageMessages.selected({ count: chosen })
          }
          value={chosen > 0 && chosen === items.length}
          mixed={chosen > 0 && chosen < items.length}
          onChange={(on) =>
            onTick(
              items.map(({ id }) => id),
              on,
            )
          }
        />
      </div>
      <div ref={scroller} className={styles.itemsBody}>
        {rowWindow({ ...view, count: items.length, active: -1 }).map((segment) => {
          if (segment.kind === 'gap') {
            return <div key={`gap-${segment.from}`} style={{ height: segment.rows * view.rowHeight }} />
          }
          const item = items[segment.index]
          if (!item) return null
          const { id, label, detail } = item
          return (
            <div key={id} className={styles.item} title={detail ? `${label} · ${detail}` : label}>
              <Checkbox label={label} value={ticked.has(id)} onChange={(on) => onTick([id], on)} />
              {detail ? (
                <Text as="span" truncate className={styles.detail}>
                  {detail}
                </Text>
              ) : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
