import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { t } from './messages.ts'
import styles from './split.module.css'

interface DetailHeaderProps {
  title: string
  /** Plural noun of the list's items, for the link back to the list in narrow windows, which do not show it alongside. */
  many: string
  onBack: () => void
  children?: ReactNode
}

export function DetailHeader({ title, many, onBack, children }: DetailHeaderProps) {
  return (
    <header className={styles.detailHeader}>
      <div className={styles.back}>
        <Button size="small" variant="quiet" icon={<IconArrowLeft />} onClick={onBack}>
          {t.all({ many })}
        </Button>
      </div>
      <h2 className={styles.detailTitle} title={title}>
        {title}
      </h2>
      {children ? <div className={styles.detailActions}>{children}</div> : null}
    </header>
  )
}
