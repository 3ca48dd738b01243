import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Rows } from '../../../instance/collections.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../../../widgets/explorer/split/split.module.css'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'

interface ReadRowsProps<T> {
  query: Pick<UseQueryResult<Rows<T>>, 'data' | 'error' | 'refetch'>
  children: (rows: readonly T[]) => ReactNode
}

/** Renders a page of a list once it has loaded, until then a placeholder or the error. */
export function ReadRows<T>({ query: { data, error, refetch }, children }: ReadRowsProps<T>) {
  if (data) return children(data.rows)
  if (!error) return <Skeleton lines={6} />
  return <LoadFailure error={error} text={t.listFailed} onRetry={() => void refetch()} />
}

interface PageFootProps {
  page: number
  pages: number
  /** Total number; `null` if the server did not report it. */
  count: number | null
  names: { readonly one: string; readonly many: string }
  onPage: (page: number) => void
}

/** The total number, and the pagination if there are several pages. */
export function PageFoot({ page, pages, count, names, onPage }: PageFootProps) {
  return (
    <footer className={styles.foot}>
      <span>{count === null ? '' : t.counted({ count, ...names })}</span>
      {pages > 1 ? (
        <>
          <IconButton
            size="small"
            label={t.previousPage}
            icon={<IconChevronLeft />}
            disabledReason={page <= 1 ? tabWords.firstPageReached : null}
            onClick={() => onPage(page - 1)}
          />
          <span>{t.pageNumber({ page, pages })}</span>
          <IconButton
            size="small"
            label={t.nextPage}
            icon={<IconChevronRight />}
            disabledReason={page >= pages ? tabWords.lastPageReached : null}
            onClick={() => onPage(page + 1)}
          />
        </>
      ) : null}
    </footer>
  )
}
