import type { ReactNode } from 'react'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.tsx'

/** An external link that opens in a new window and looks like an icon button. `label`: the accessible name and tooltip. */
export function IconLink({ label, icon, href }: { label: string; icon: ReactNode; href: string }) {
  return (
    <Tooltip text={label} describes={false}>
      <a className={`${styles.button} ${styles.small}`} href={href} target="_blank" rel="noopener" aria-label={label}>
        {icon}
      </a>
    </Tooltip>
  )
}
