import { type RefObject, useMemo } from 'react'
import { Text } from '../../ui/text.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { LinkList } from '../../widgets/split/link-list.tsx'
import type { OperationEntry } from './api-document.ts'
import styles from './apidocs.module.css'
import { componentSearch, docsAddress } from './docs-address.ts'
import { docsMessages } from './messages.ts'
import { groupedOperations } from './operation-groups.ts'
import { VerbMark } from './verb-mark.tsx'

interface OperationListProps {
  service: string
  component: string
  operations: readonly OperationEntry[]
  /** Id of the selected operation, if any. */
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** Operations by component, with their verbs and titles; only visible ones are rendered. */
export function OperationList({ service, component, operations, chosen, listRef }: OperationListProps) {
  const rows = useMemo(() => listed(operations), [operations])
  return (
    <LinkList
      count={rows.length}
      chosenAt={rows.findIndex((row) => typeof row !== 'string' && row.id === chosen)}
      listRef={listRef}
      row={(at) => {
        const row = rows[at]
        if (row === undefined) return null
        if (typeof row === 'string') return { key: `#${row}`, heading: headingOf(row) }
        const { id, verb, path, summary, deprecated } = row
        const title = summary || path
        return {
          key: id,
          to: docsAddress.operation(service, id),
          search: componentSearch(component),
          current: id === chosen,
          content: (
            <>
              <VerbMark verb={verb} />{' '}
              <Text
                as="span"
                mono={summary === ''}
                size="sm"
                truncate
                title={path}
                {...(deprecated && { className: styles.old })}
              >
                {title}
              </Text>{' '}
              {summary === '' ? null : <VisuallyHidden>{path}</VisuallyHidden>}
            </>
          ),
        }
      }}
    />
  )
}

/** Returns the operations, with a heading before each group of several. */
function listed(operations: readonly OperationEntry[]): readonly (OperationEntry | string)[] {
  const groups = groupedOperations(operations)
  return groups.length === 1 ? operations : groups.flatMap(({ key, operations: found }) => [key, ...found])
}

function headingOf(key: string): string {
  if (key === '') return docsMessages.serviceRoot
  const [, kind, name = ''] = /^_(table|proc|func)\/(.*)$/.exec(key) ?? []
  if (kind === undefined || !name.startsWith('{')) return kind === undefined ? key : name
  return { table: docsMessages.anyTable, proc: docsMessages.anyProcedure, func: docsMessages.anyFunction }[kind] ?? key
}
