import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './list-footer.module.css'
import { pageSizes } from './list-search.ts'
import type { PagePosition } from './list-view.ts'

const number = new Intl.NumberFormat()

interface ListFooterProps {
  position: PagePosition
  total: number | null
  pageSize: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** Where one is in the list. The total follows when the server has counted; nothing waits for it. */
export function ListFooter({ position, total, pageSize, onPage, onPageSize }: ListFooterProps) {
  const { first, last, page, pages, hasNext } = position
  const size = useId()
  const sizes = [...new Set<number>([...pageSizes, pageSize])].sort((a, b) => a - b)
  return (
    <footer className={styles.footer}>
      <Text nowrap grow shrink>
        {first === 0 ? 'No rows' : `${number.format(first)}–${number.format(last)}`}
        <span className={styles.total}>{total === null || first === 0 ? '' : ` of ${number.format(total)}`}</span>
      </Text>
      <label className={styles.size} htmlFor={size}>
        <span>Rows</span>
        <Select
          id={size}
          look="small"
          value={String(pageSize)}
          options={sizes.map(String).map((rows) => ({ value: rows, label: rows }))}
          onChange={(rows) => onPageSize(Number(rows))}
        />
      </label>
      <nav className={styles.pages} aria-label="Pages">
        <IconButton
          size="small"
          label="Previous page"
          icon={<IconChevronLeft />}
          disabledReason={page <= 1 ? 'This is the first page.' : null}
          onClick={() => onPage(page - 1)}
        />
        <PageJump key={page} page={page} pages={pages} onPage={onPage} />
        <IconButton
          size="small"
          label="Next page"
          icon={<IconChevronRight />}
          disabledReason={hasNext ? null : 'This is the last page.'}
          onClick={() => onPage(page + 1)}
        />
      </nav>
    </footer>
  )
}

interface PageJumpProps {
  page: number
  pages: number | null
  onPage: (page: number) => void
}

function PageJump({ page, pages, onPage }: PageJumpProps) {
  const [typed, setTyped] = useState(String(page))
  const go = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Math.min(Math.max(1, Math.trunc(Number(typed)) || page), pages ?? Number.MAX_SAFE_INTEGER)
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={styles.jump} onSubmit={go}>
      <label>
        <span className={styles.word}>Page </span>
        <input
          className={styles.page}
          inputMode="numeric"
          aria-label="Page"
          value={typed}
          style={{ width: `${Math.max(2, typed.length) + 2}ch` }}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={() => setTyped(String(page))}
        />
      </label>
      <span className={styles.word}>{pages === null ? '' : ` of ${number.format(pages)}`}</span>
    </form>
  )
}
