import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from '../../../widgets/explorer/split/split.module.css'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'

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
