import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { Purpose } from '../../ui/purpose.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { profileQuery } from '../people/profile-query.ts'
import { profileMessages } from './messages.ts'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { TwoStepSection } from './two-step/two-step-section.tsx'

const ConnectedClients = lazy(() =>
  import('./connected-clients.tsx').then((module) => ({ default: module.ConnectedClients })),
)

const ActiveSessions = lazy(() =>
  import('./active-sessions.tsx').then((module) => ({ default: module.ActiveSessions })),
)

const OwnRequests = lazy(() => import('./own-requests.tsx').then((module) => ({ default: module.OwnRequests })))
const AccessTokens = lazy(() => import('./access-tokens.tsx').then((module) => ({ default: module.AccessTokens })))

/** The signed-in person's own account. */
export function ProfileScreen() {
  const user = useUser()
  const isAdmin = user?.is_sys_admin ?? false
  const query = useQuery({ ...profileQuery(isAdmin), enabled: user !== null, refetchOnWindowFocus: false })
  useLoadFailure(query.error, { module: profileMessages.module, text: profileMessages.loadFailed })

  return (
    <div className={styles.profile}>
      <header>
        <h1>{profileMessages.module}</h1>
        <Purpose>{profileMessages.profileHelp}</Purpose>
      </header>
      {query.data ? (
        <>
          <ProfileForm isAdmin={isAdmin} profile={query.data} />
          <TwoStepSection />
          <Suspense fallback={null}>
            {isAdmin ? <AccessTokens /> : null}
            <ActiveSessions />
            <ConnectedClients />
            <OwnRequests />
          </Suspense>
        </>
      ) : query.error ? (
        <LoadFailure error={query.error} text={profileMessages.loadFailed} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}
