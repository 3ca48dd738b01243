import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { Button } from '../../../ui/button.tsx'
import type { HistoryPlace } from './history-calls.ts'
import { t } from './messages.ts'

const HistoryPanel = lazy(() => import('./history-panel.tsx').then((module) => ({ default: module.HistoryPanel })))

interface HistoryButtonProps extends HistoryPlace {
  /** Whether changes are currently recorded. */
  kept: boolean
  /** Called after rows were reverted. */
  onChanged?: () => void
}

/** Opens the history of a table or of one of its rows. Shown to administrators if the server has data history. */
export function HistoryButton(props: HistoryButtonProps) {
  const environment = useEnvironment()
  const user = useUser()
  const [open, setOpen] = useState(false)
  if (user?.is_sys_admin !== true || !hasFeature(environment, 'data-history')) return null
  if (props.record !== undefined && !props.kept) return null
  return (
    <>
      <Button size="small" variant="quiet" icon={<IconHistory />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.history}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <HistoryPanel {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
