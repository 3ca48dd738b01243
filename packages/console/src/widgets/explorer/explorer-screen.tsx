import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStoredChoice } from '../../ui/use-stored-choice.ts'
import styles from './explorer.module.css'
import { t } from './messages.ts'
import { useHasTree } from './use-address.ts'

const ExplorerTree = lazy(() => import('./explorer-tree.tsx').then((module) => ({ default: module.ExplorerTree })))

/** The tree of all services next to the open pane. It stays mounted while panes change. */
export function ExplorerScreen() {
  const hasTree = useHasTree()
  const [state, setState] = useStoredChoice('millwright.explorer', ['open', 'folded'], 'open')
  const folded = state === 'folded'
  const turn = () => setState(folded ? 'open' : 'folded')
  return (
    <div className={styles.explorer}>
      {!hasTree ? null : folded ? (
        <div className={styles.strip}>
          <IconButton size="small" label={t.showTheTree} icon={<IconLayoutSidebarLeftExpand />} onClick={turn} />
        </div>
      ) : (
        <Suspense fallback={<div className={styles.tree} />}>
          <ExplorerTree>
            <IconButton size="small" label={t.hideTheTree} icon={<IconLayoutSidebarLeftCollapse />} onClick={turn} />
          </ExplorerTree>
        </Suspense>
      )}
      <div className={styles.pane}>
        <Outlet />
      </div>
    </div>
  )
}
