import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './side-bar.module.css'
import { TabLinks } from './tab-links.tsx'

const key = 'millwright.side-bar'

function readNarrow(): boolean {
  try {
    return localStorage.getItem(key) === 'narrow'
  } catch {
    return false
  }
}

function keepNarrow(narrow: boolean): void {
  try {
    localStorage.setItem(key, narrow ? 'narrow' : 'wide')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The tabs, beside the page. Can be narrowed to its icons. */
export function SideBar() {
  const [narrow, setNarrow] = useState(readNarrow)
  const turn = () => {
    setNarrow(!narrow)
    keepNarrow(!narrow)
  }
  return (
    <nav className={classNames(styles.bar, narrow && styles.narrow)} aria-label="Tabs">
      <TabLinks narrow={narrow} />
      <div className={styles.foot}>
        <IconButton
          size="small"
          label={narrow ? 'Widen the side bar' : 'Narrow the side bar'}
          icon={narrow ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
          onClick={turn}
        />
      </div>
    </nav>
  )
}
