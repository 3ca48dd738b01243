import { IconLockSquare } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { currentSettings } from '../../../instance/current-settings.ts'
import { useEnvironment } from '../../../instance/environment.ts'
import { callExternal } from '../../../instance/external-endpoint.ts'
import { webAddress } from '../../../instance/web-address.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { t } from './messages.ts'

interface PaywallProps {
  /** What is not included, such as `Limits`. */
  serviceName: string
  /** The English name, which is sent to the configured host for any page language. */
  name: string
  level: 'SILVER' | 'GOLD'
  /** The name already contains the word “access”. */
  saysAccess?: boolean
}

/**
 * Shown instead of content that the instance's licence does not include. Reports the visitor and the name to the configured host, if any.
 */
export function Paywall({ serviceName, name, level, saysAccess = false }: PaywallProps) {
  const user = useUser()
  const { client } = useEnvironment()
  const tell = useEffectEvent((service_name: string) => {
    const body = { email: user?.email ?? '', ip_address: client?.ip_address ?? '', service_name }
    void callExternal('paywallUrl', { body })
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
