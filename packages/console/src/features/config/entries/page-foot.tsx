import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from '../../../widgets/split/split.module.css'
import { t } from '../messages.ts'

interface PageFootProps {
  page: number
  pages: number
  /** In all; null when the server did not say. */
  count: number | null
  names: { readonly one: string; readonly many: string }
  onPage: (page: number) => void
}

/** How many there are, and the way to the other pages when there are any. */
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
            disabledReason={page <= 1 ? t.thisIsTheFirstPage : null}
            onClick={() => onPage(page - 1)}
          />
          <span>{t.pageOf({ page, pages })}</span>
          <IconButton
            size="small"
            label={t.nextPage}
            icon={<IconChevronRight />}
            disabledReason={page >= pages ? t.thisIsTheLastPage : null}
            onClick={() => onPage(page + 1)}
          />
        </>
      ) : null}
    </footer>
  )
}
