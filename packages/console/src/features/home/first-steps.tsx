import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { AssistantCard } from './assistant/assistant-card.tsx'
import { ConnectCard } from './connect/connect-card.tsx'
import { FirstCallCard } from './first-call/first-call-card.tsx'
import styles from './first-steps.module.css'
import { InviteCard } from './invite/invite-card.tsx'
import { t } from './messages.ts'

interface FirstStepsProps {
  /** Paths of the tabs that the person sees. */
  open: ReadonlySet<string>
  /** Number of services created by users; `null` if unknown. */
  ownServices: number | null
  admins: number | null
  users: number | null
}

/** The first steps of a new user, each done in place. Steps without permission are hidden. */
export function FirstSteps({ open, ownServices, admins, users }: FirstStepsProps) {
  const mayMakeKeys = open.has('/apps') && open.has('/roles')
  const kinds = (['user', 'admin'] as const).filter((kind) => open.has(`/${kind}s`))
  const mayConnect = open.has('/services')
  const { data: databases = [] } = useQuery({ ...groupServicesQuery('database'), enabled: mayMakeKeys || mayConnect })
  const letsClientsIn = hasFeature(useEnvironment(), 'connected-clients')
  if (!mayMakeKeys && !mayConnect && kinds.length === 0) return null
  return (
    <ul className={styles.cards} aria-label={t.firstSteps}>
      {mayMakeKeys && databases.length > 0 ? <FirstCallCard databases={databases} /> : null}
      {mayConnect ? <ConnectCard done={(ownServices ?? 0) > 0} /> : null}
      {mayConnect && letsClientsIn ? <AssistantCard databases={databases} /> : null}
      {kinds.length > 0 ? <InviteCard kinds={kinds} others={Math.max(0, (admins ?? 1) - 1) + (users ?? 0)} /> : null}
    </ul>
  )
}
