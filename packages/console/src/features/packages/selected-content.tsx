import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/text.tsx'
import { packageMessages } from './messages.ts'
import { type Chosen, type Item, sourceWords } from './package-selection.ts'
import styles from './packages.module.css'

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
