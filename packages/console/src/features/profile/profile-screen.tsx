import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { profileQuery } from '../people/profile-query.ts'
import { profileMessages } from './messages.ts'
import styles from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'
import { TwoStepSection } from './two-step/two-step-section.tsx'

/** The signed-in person's own account. */
export function ProfileScreen() {
  const user = useUser()
  const isAdmin = user?.is_sys_admin ?? false
  const query = useQuery({ ...profileQuery(isAdmin), enabled: user !== null, refetchOnWindowFocus: false })
  const failed = query.isError
  useEffect(() => {
    if (failed)
      notify({ type: 'error', title: profileMessages.module, text: profileMessages.loadFailed, tag: 'profile' })
  }, [failed])

  return (
    <div className={styles.profile}>
      <header>
        <h1>Profile</h1>
        <p className={styles.purpose}>Your own account on this instance.</p>
      </header>
      {query.data ? (
        <>
          <ProfileForm isAdmin={isAdmin} profile={query.data} />
          <TwoStepSection />
        </>
      ) : query.error ? (
        <Banner
          tone="danger"
          title={profileMessages.loadFailed}
          actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
        >
          {messageOf(query.error)}
        </Banner>
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}
