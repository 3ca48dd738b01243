import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import room from '../../../ui/room.module.css'
import { Select } from '../../../ui/select.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { pageSizes } from '../../records/list-declaration/list-search.ts'
import styles from './list-footer.module.css'
import type { PagePosition } from './list-view.ts'
import { t } from './messages.ts'

interface ListFooterProps {
  position: PagePosition
  total: number | null
  pageSize: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** The position in the list. The total is shown once the server has counted; nothing waits for it. */
export function ListFooter({ position, total, pageSize, onPage, onPageSize }: ListFooterProps) {
  const { first, last, page, pages, hasNext } = position
  const size = useId()
  const sizes = [...new Set<number>([...pageSizes, pageSize])].sort((a, b) => a - b)
  return (
    <footer className={styles.footer}>
      <Text nowrap grow shrink>
        {first === 0
          ? t.noRows
          : total === null
            ? t.range({ first, last })
            : t.rowRange({ first, last, count: total, total: (words) => <span>{words}</span> })}
      </Text>
      <label className={styles.size} htmlFor={size}>
        <span className={room.seenFrom640}>{tabWords.rows}</span>
        <Select
          id={size}
          look="small"
          value={String(pageSize)}
          options={sizes.map(String).map((rows) => ({ value: rows, label: rows }))}
          onChange={(rows) => onPageSize(Number(rows))}
        />
      </label>
      <nav className={styles.pages} aria-label={t.pages}>
        <IconButton
          size="small"
          label={t.previousPage}
          icon={<IconChevronLeft />}
          disabledReason={page <= 1 ? tabWords.firstPageReached : null}
          onClick={() => onPage(page - 1)}
        />
        <PageJump key={page} page={page} pages={pages} onPage={onPage} />
        <IconButton
          size="small"
          label={t.nextPage}
          icon={<IconChevronRight />}
          disabledReason={hasNext ? null : tabWords.lastPageReached}
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
      {t.pageNumber({
        pages: pages ?? 0,
        word: (words) => <span className={room.seenFrom640}>{words}</span>,
        of: (words) => <span className={styles.of}>{pages === null ? '' : words}</span>,
        field: () => (
          <input
            className={styles.page}
            inputMode="numeric"
            aria-label={t.page}
            value={typed}
            style={{ width: `${Math.max(2, typed.length) + 2}ch` }}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
            onBlur={() => setTyped(String(page))}
          />
        ),
      })}
    </form>
  )
}
