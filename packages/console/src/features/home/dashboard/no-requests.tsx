import { IconChartBar } from '@tabler/icons-react'
import { useUser } from '../../../instance/browser-session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Text } from '../../../ui/text.tsx'
import { CommandItem } from '../../../widgets/commands/command-list.tsx'
import { keyCommand, noKey } from '../commands.ts'
import { instanceApi } from '../instance-api.ts'
import { t } from '../messages.ts'
import styles from './dashboard.module.css'

/** In the place of figures while there are none: what they are for, and a call to begin with. */
export function NoRequests() {
  const user = useUser()
  if (!user) return null
  const command = keyCommand({ api: instanceApi(), email: user.email, isAdmin: user.is_sys_admin }, noKey)
  return (
    <div className={styles.none}>
      <EmptyState icon={<IconChartBar />} title={t.noRequestsInThisTime}>
        {t.callersErrorsAndResponseTimes}
      </EmptyState>
      <ul className={styles.command}>
        <CommandItem command={command} />
      </ul>
      <Text tone="muted" size="sm">
        {t.requestsAreCountedWithinA}
      </Text>
    </div>
  )
}
