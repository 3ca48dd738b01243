import type { RefObject } from 'react'
import { LinkList } from '../../widgets/split/link-list.tsx'
import type { OperationEntry } from './api-document.ts'
import styles from './apidocs.module.css'
import { docsAddress } from './docs-address.ts'
import { VerbMark } from './verb-mark.tsx'

interface OperationListProps {
  service: string
  operations: readonly OperationEntry[]
  /** Names one of them, if any. */
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** Verbs and paths; only those in sight are drawn. */
export function OperationList({ service, operations, chosen, listRef }: OperationListProps) {
  return (
    <LinkList
      count={operations.length}
      chosenAt={operations.findIndex(({ id }) => id === chosen)}
      listRef={listRef}
      row={(at) => {
        const operation = operations[at]
        if (!operation) return null
        const { id, verb, path, summary, deprecated } = operation
        return {
          key: id,
          to: docsAddress.operation(service, id),
          current: id === chosen,
          content: (
            <>
              <VerbMark verb={verb} />
              <span
                className={deprecated ? styles.oldPath : styles.path}
                title={`${path}${summary ? `: ${summary}` : ''}`}
              >
                {path}
              </span>
            </>
          ),
        }
      }}
    />
  )
}
