import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import type { RecordId } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { isRestricted } from '../../instance/session.ts'
import { useShippedNames } from '../../instance/shipped-names.ts'
import { useLastUsed } from '../../widgets/list/last-used/use-last-used.ts'
import { useLimitRequests } from '../../widgets/list/limit-requests/use-limit-requests.ts'
import { ListScreen } from '../../widgets/list/list-screen/list-screen.tsx'
import { newRecord } from '../../widgets/list/record-list/new-record.ts'
import { RecordList } from '../../widgets/list/record-list/record-list.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { appName } from './app-columns.tsx'
import { appsList } from './apps-list.ts'
import { t } from './messages.ts'
import { SampleMenu } from './sample-apps.tsx'

const AppEditor = lazy(() => import('./app-editor.tsx').then((module) => ({ default: module.AppEditor })))
const ImportPanel = lazy(() => import('./import-panel.tsx').then((module) => ({ default: module.ImportPanel })))

/** Used in the address in place of an app's id. */
const importing = 'import'

/** The Apps tab: the list, and the panel of one app or of the import over it. */
export function AppsScreen() {
  const params = useParams({ strict: false })
  const environment = useEnvironment()
  const { apps } = environment
  const user = useUser()
  useShippedNames()
  const [saved, setSaved] = useState<RecordId | null>(null)
  const id = params.id ?? null
  const consoleApp = apps?.find(({ name }) => name === 'admin')?.id ?? null
  const comparesKeys = user?.is_sys_admin === true && !isRestricted(user)
  const hasEnds = hasFeature(environment, 'key-ends')
  const listed = useLimitRequests(appsList({ consoleApp, comparesKeys, hasEnds }), (app) =>
    app.role_id ? { of: 'role', id: Number(app.role_id), name: appName(app) } : t.noRoleLimit,
  )
  const declaration = useLastUsed('app', listed)
  return (
    <ListScreen
      title={t.module}
      purpose={t.purpose}
      path="/apps"
      creating={id === newRecord}
      further={[{ label: tabWords.import, id: importing, open: id === importing }]}
      tools={<SampleMenu />}
    >
      <RecordList declaration={declaration} openId={id} flashId={saved} />
      {id === null ? null : (
        <Suspense fallback={null}>
          {id === importing ? (
            <ImportPanel />
          ) : (
            <AppEditor key={id} id={id === newRecord ? null : id} onSaved={setSaved} />
          )}
        </Suspense>
      )}
    </ListScreen>
  )
}
