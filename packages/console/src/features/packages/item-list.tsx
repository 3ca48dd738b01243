import { useRef } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Text } from '../../ui/text.tsx'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import type { Item } from './package-selection.ts'
import styles from './packages.module.css'

interface ItemListProps {
  items: readonly Item[]
  ticked: ReadonlySet<string>
  onTick: (ids: readonly string[], on: boolean) => void
}

/** Things to tick, of which only those in sight are drawn. */
export function ItemList({ items, ticked, onTick }: ItemListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const chosen = items.filter(({ id }) => ticked.has(id)).length
  if (items.length === 0) return <p className={styles.none}>Nothing to export</p>
  return (
    <div className={styles.items}>
      <div className={styles.itemsHead}>
        <Checkbox
          label={chosen === 0 ? `Select all ${items.length.toLocaleString()}` : `${chosen.toLocaleString()} selected`}
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
