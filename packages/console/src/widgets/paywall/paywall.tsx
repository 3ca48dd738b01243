import { IconLockSquare } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { askExternal } from '../../instance/external-endpoint.ts'
import { webAddress } from '../../instance/web-address.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from './messages.ts'

interface PaywallProps {
  /** What is not included, such as `Limits`. */
  serviceName: string
  /** The same in English, which the configured host hears whatever the reader's language. */
  name: string
  level: 'SILVER' | 'GOLD'
  /** The name says access itself, as that of access by tabs does. */
  saysAccess?: boolean
}

/** In place of what the licence of the instance does not include. The configured host, if any, hears who looked for what. */
export function Paywall({ serviceName, name, level, saysAccess = false }: PaywallProps) {
  const user = useUser()
  const { client } = useEnvironment()
  const tell = useEffectEvent((service_name: string) => {
    const body = { email: user?.email ?? '', ip_address: client?.ip_address ?? '', service_name }
    void askExternal('paywallUrl', { body })
  })
  useEffect(() => tell(name), [name])

  const subscribe = webAddress(currentSettings().subscribeUrl)
  return (
    <EmptyState
      icon={<IconLockSquare />}
      title={saysAccess ? t.isCommercial({ name: serviceName }) : t.accessIsCommercial({ name: serviceName })}
      actions={
        subscribe ? (
          <a href={subscribe} target="_blank" rel="noopener noreferrer">
            {t.subscribe}
          </a>
        ) : null
      }
    >
      {level === 'GOLD' ? t.needsGold : t.needsSilver}
    </EmptyState>
  )
}
