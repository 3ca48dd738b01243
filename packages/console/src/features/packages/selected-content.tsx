import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Chosen, Item } from './package-selection.ts'
import styles from './packages.module.css'
import { useMore } from './use-more.tsx'

interface SelectedContentProps {
  selection: readonly Chosen[]
  onRemove: (row: Chosen) => void
}

/** What goes into the package so far. */
export function SelectedContent({ selection, onRemove }: SelectedContentProps) {
  const { shown, more } = useMore(selection)
  return (
    <section aria-labelledby="selected-content">
      <h2 id="selected-content" className={styles.heading}>
        Selected Package Content
      </h2>
      {selection.length === 0 ? (
        <p className={styles.none}>No package contents</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">Name</th>
                <th scope="col">Description</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => {
                const { source, all, items } = row
                const description = all ? `All (${items.length})` : (items[0]?.label ?? '')
                return (
                  <tr key={`${source.kind} ${source.name} ${all ? '' : items[0]?.id}`}>
                    <td>{source.type}</td>
                    <td>{source.name}</td>
                    <td title={titleOf(items)}>{description}</td>
                    <td className={styles.tool}>
                      <IconButton
                        size="small"
                        label={`Remove ${source.name} ${description}`}
                        icon={<IconTrash />}
                        onClick={() => onRemove(row)}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          {more}
        </div>
      )}
    </section>
  )
}

const mostNamed = 20

function titleOf(items: readonly Item[]): string {
  const names = items.slice(0, mostNamed).map(({ label }) => label)
  return items.length > mostNamed ? `${names.join(', ')} …` : names.join(', ')
}
