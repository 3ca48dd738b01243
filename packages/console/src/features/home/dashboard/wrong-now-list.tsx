import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'
import styles from './dashboard.module.css'
import type { Troubles } from './use-troubles.ts'

/** Number of problems shown initially. */
const first = 5

/** Current problems, each with a link to where it is fixed. */
export function CurrentProblems({ troubles: { found, looking } }: { troubles: Troubles }) {
  const [all, setAll] = useState(false)
  const shown = all ? found : found.slice(0, first)
  if (found.length === 0)
    return (
      <div className={styles.calm} aria-busy={looking || undefined}>
        {looking ? (
          <Skeleton />
        ) : (
          <>
            <Text as="span" tone="success">
              <IconCircleCheck size={18} aria-hidden="true" />
            </Text>
            {t.nothingIsWrong}
          </>
        )}
      </div>
    )
  return (
    <section className={styles.troubles} aria-label={t.wrongNow}>
      <ul>
        {shown.map(({ id, weight, what, why, to, search = {}, since }) => (
          <li key={id}>
            <Link className={styles.trouble} to={to} search={search}>
              <Text as="span" tone={weight === 'note' ? 'muted' : 'danger'}>
                {weight === 'note' ? <IconMail aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
              </Text>
              <span className={styles.troubleWords}>
                <strong>{what}</strong> <span title={why}>{why}</span>
              </span>
              {since === null ? null : (
                <Text as="span" tone="muted" size="sm" nowrap>
                  <RelativeDate value={since} />
                </Text>
              )}
              <IconChevronRight className={styles.onwards} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {found.length > first ? (
        <Button variant="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? t.showFewer : t.showAll({ count: found.length })}
        </Button>
      ) : null}
    </section>
  )
}
