import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Chosen } from './package-selection.ts'
import styles from './packages.module.css'

interface SelectedContentProps {
  selection: readonly Chosen[]
  onRemove: (row: Chosen) => void
}

/** What goes into the package so far. */
export function SelectedContent({ selection, onRemove }: SelectedContentProps) {
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
                <th scope="col" aria-label="Remove" />
              </tr>
            </thead>
            <tbody>
              {selection.map((row) => {
                const { source, all, items } = row
                const description = all ? `All (${items.length})` : (items[0]?.label ?? '')
                return (
                  <tr key={`${source.kind} ${source.name} ${all ? '' : items[0]?.id}`}>
                    <td>{source.type}</td>
                    <td>{source.name}</td>
                    <td title={items.map(({ label }) => label).join(', ')}>{description}</td>
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
        </div>
      )}
    </section>
  )
}
