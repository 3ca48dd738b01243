import type { PackageSize } from '@millwright/contract/wire/package'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { list } from '../../language/format.ts'
import { Button } from '../../ui/button.tsx'
import { Text } from '../../ui/text.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { packageMessages } from './messages.ts'
import { type Chosen, type Item, type Source, selectionBody, typeTitle } from './package-selection.ts'
import styles from './packages.module.css'

/** What a package would refer to without containing it, and what stays behind; as far as the instance tells. */
const needsQuery = (body: object, enabled: boolean) =>
  queryOptions({
    queryKey: ['collection', 'system/package', 'needs', body],
    queryFn: async ({ signal }) => {
      const params = { plan: true }
      // Reads, although it is sent as an export.
      const { data } = await send({
        verb: 'POST',
        path: 'system/package',
        params,
        body: { service: body },
        signal,
        evenLocked: true,
      })
      return data
    },
    enabled,
    placeholderData: keepPreviousData,
  })

function Part({ id, title, help, children }: { id: string; title: string; help: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <Text tone="muted" size="sm">
        {help}
      </Text>
      {children}
    </section>
  )
}

interface MissingContentProps {
  sources: readonly Source[]
  selection: readonly Chosen[]
  onAdd: (source: Source, items: readonly Item[]) => void
}

/** What the selection needs besides, with a button to add it, and the secrets that it leaves out. */
export function MissingContent({ sources, selection, onAdd }: MissingContentProps) {
  const isTold = hasFeature(useEnvironment(), 'package-needs')
  const settled = useDebouncedValue(selection, 300)
  const { data, error } = useQuery(needsQuery(selectionBody(settled, false), isTold && settled.length > 0))
  if (selection.length === 0 || error !== null || data === undefined) return null
  const { needs = [], secrets = [], size, more } = data
  return (
    <>
      {size === undefined ? null : (
        <Text tone="muted" size="sm">
          {sizeWords(size)}
        </Text>
      )}
      {needs.length === 0 ? null : (
        <Part id="needed-content" title={packageMessages.neededTitle} help={packageMessages.neededHelp}>
          <ul className={styles.chosen}>
            {needs.map(({ type, name, by }) => {
              const found = findItem(sources, type, name)
              return (
                <li key={`${type} ${name}`}>
                  <Text as="span" grow shrink breakAnywhere>
                    {`${typeTitle(type)}: ${name} `}
                    <Text as="span" tone="muted" size="sm">
                      {packageMessages.referrers({ by: by.map((each) => each.name).join(', ') })}
                    </Text>
                  </Text>
                  {found === null ? null : (
                    <Button size="small" onClick={() => onAdd(found.source, [found.item])}>
                      {packageMessages.addNeeded} <VisuallyHidden>{name}</VisuallyHidden>
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        </Part>
      )}
      {secrets.length === 0 ? null : (
        <Part id="left-out" title={packageMessages.secretsTitle} help={packageMessages.secretsHelp}>
          <ul className={styles.sentences}>
            {secrets.map(({ type, name, fields }) => (
              <li key={`${type} ${name}`}>{`${typeTitle(type)} ${name}: ${fields.join(', ')}`}</li>
            ))}
          </ul>
        </Part>
      )}
      {more ? <p className={styles.none}>{packageMessages.listCut}</p> : null}
    </>
  )
}

/** What the package has of each kind, and its size, as "3 records, 2 tables, about 81 kB". */
function sizeWords({ records, tables, rows, files, bytes }: PackageSize): string {
  const parts = [
    [records, packageMessages.recordCount],
    [tables, packageMessages.tableCount],
    [rows, packageMessages.rowCount],
    [files, packageMessages.fileCount],
  ] as const
  const counted = parts.flatMap(([count, words]) => (count > 0 ? [words({ count })] : []))
  return packageMessages.packageSize({ content: list(counted), size: formatBytes(bytes) })
}

function findItem(
  sources: readonly Source[],
  type: string,
  name: string,
): { readonly source: Source; readonly item: Item } | null {
  for (const source of sources) {
    // Administrators are referred to as users.
    if (source.kind !== 'system' || (source.name !== type && !(type === 'user' && source.name === 'admin'))) continue
    const item = source.items.find(({ id }) => id === name)
    if (item !== undefined) return { source, item }
  }
  return null
}
