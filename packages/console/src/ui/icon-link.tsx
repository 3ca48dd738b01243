import type { ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import icons from './icon.module.css'
import { Tooltip } from './tooltip.tsx'

/** The look of a link with an icon, whatever draws it. */
export const iconLink = classNames(styles.square, styles.quiet, styles.small, icons.small)

/** An external link that opens in a new window and looks like an icon button. `label`: the accessible name and tooltip. */
export function IconLink({ label, icon, href }: { label: string; icon: ReactNode; href: string }) {
  return (
    <Tooltip text={label} describes={false}>
      <a className={iconLink} href={href} target="_blank" rel="noopener" aria-label={label}>
        {icon}
      </a>
    </Tooltip>
  )
}
