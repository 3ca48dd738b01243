import { IconBook, IconCodeOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ObjectScreen } from '../../widgets/explorer/object-screen.tsx'
import { useShown } from '../../widgets/explorer/use-address.ts'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { Licensed } from '../../widgets/list/paywall/licensed.tsx'
import { t } from './messages.ts'
import { ScriptsTab } from './scripts-tab.tsx'

/** The Scripts tab: the events of all services, and the open script. */
export function ScriptsScreen() {
  const { id: open = null } = useParams({ strict: false })
  const hosted = useEnvironment().platform?.is_hosted === true
  const place = useShown()?.place ?? null
  const service = useServiceList()?.services.find(({ name }) => name === place?.service)
  const aside = hosted || open !== null ? null : <SamplesButton />
  const content = (
    <>
      {hosted ? (
        <EmptyState icon={<IconCodeOff />} title={t.hosted}>
          {t.hostedWhy}
        </EmptyState>
      ) : (
        <Licensed
          resources={['script_type', 'event_script']}
          serviceName={t.module}
          name="Scripts"
          level="SILVER"
          messages={{ module: t.module, loadFailed: t.loadFailed, noAccess: t.noAccess }}
          returnHomeOn="no-access"
        >
          <ScriptsTab />
        </Licensed>
      )}
    </>
  )
  // Scripts of a table or routine are shown in a pane of that table or routine.
  return place ? (
    <ObjectScreen place={place} of="database" service={service?.label || place.service} pane="scripts" aside={aside}>
      {content}
    </ObjectScreen>
  ) : (
    <Screen title={t.module} purpose={t.purpose} aside={aside}>
      {content}
    </Screen>
  )
}

const SamplesDialog = lazy(() => import('./samples-dialog.tsx').then((module) => ({ default: module.SamplesDialog })))

/** Shows the samples while no script is open. */
function SamplesButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconBook />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.scriptSamples}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <SamplesDialog type="nodejs" event={null} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
