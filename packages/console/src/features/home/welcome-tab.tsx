import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { useOpenTabs } from '../../widgets/open-tabs/open-tabs.ts'
import { profileQuery } from '../people/profile-query.ts'
import { Counters } from './counters.tsx'
import styles from './home.module.css'
import { exampleLinks, helpLinks } from './home-data.ts'
import { LinkList } from './link-list.tsx'
import { nextSteps } from './next-steps.ts'
import { StepList } from './step-list.tsx'
import { useCounts } from './use-counts.ts'

export function WelcomeTab() {
  const user = useUser()
  const tabs = useOpenTabs()
  const counts = useCounts()
  const profile = useQuery({ ...profileQuery(user?.is_sys_admin ?? false), enabled: user !== null })
  if (!user) return null
  // Others may have the tabs before them, and are refused what these would ask.
  const lists = user.is_sys_admin ? tabs : []
  const steps = nextSteps({
    user,
    ...counts,
    securityQuestion: profile.data?.security_question ?? null,
    open: new Set(lists.map(({ path }) => path)),
  })
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Welcome, {user.first_name || user.name}</h2>
        <Text tone="muted" measure>
          From here you manage the instance: who signs in, which apps call its API, and what each of them may do.
        </Text>
        <Counters tabs={lists} counts={counts} />
      </Stack>
      <StepList steps={steps} />
      <LinkList title="Help" links={helpLinks} />
      <LinkList title="Examples" links={exampleLinks} />
    </div>
  )
}
