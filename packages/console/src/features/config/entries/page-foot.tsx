import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from '../../../widgets/split/split.module.css'

const number = new Intl.NumberFormat()

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
      <span>{count === null ? '' : `${number.format(count)} ${count === 1 ? names.one : names.many}`}</span>
      {pages > 1 ? (
        <>
          <IconButton
            size="small"
            label="Previous page"
            icon={<IconChevronLeft />}
            disabledReason={page <= 1 ? 'This is the first page.' : null}
            onClick={() => onPage(page - 1)}
          />
          <span>
            {number.format(page)} of {number.format(pages)}
          </span>
          <IconButton
            size="small"
            label="Next page"
            icon={<IconChevronRight />}
            disabledReason={page >= pages ? 'This is the last page.' : null}
            onClick={() => onPage(page + 1)}
          />
        </>
      ) : null}
    </footer>
  )
}
