import { IconLockSquare } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { currentSettings } from '../../instance/current-settings.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { askExternal } from '../../instance/external-endpoint.ts'
import { webAddress } from '../../instance/web-address.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

interface PaywallProps {
  /** What is not included, such as `Limits`. */
  serviceName: string
  level: 'SILVER' | 'GOLD'
}

/** In place of what the licence of the instance does not include. The configured host, if any, hears who looked for what. */
export function Paywall({ serviceName, level }: PaywallProps) {
  const user = useUser()
  const { client } = useEnvironment()
  const tell = useEffectEvent((name: string) => {
    const body = { email: user?.email ?? '', ip_address: client?.ip_address ?? '', service_name: name }
    void askExternal('paywallUrl', { body })
  })
  useEffect(() => tell(serviceName), [serviceName])

  const subscribe = webAddress(currentSettings().subscribeUrl)
  return (
    <EmptyState
      icon={<IconLockSquare />}
      title={`${accessTo(serviceName)} is available in the commercial product`}
      actions={
        subscribe ? (
          <a href={subscribe} target="_blank" rel="noopener noreferrer">
            Subscribe
          </a>
        ) : null
      }
    >
      It needs a {level === 'GOLD' ? 'Gold' : 'Silver'} licence.
    </EmptyState>
  )
}

/** The words for what has access in its own name already. */
function accessTo(serviceName: string): string {
  return /^access\b/i.test(serviceName) ? serviceName : `Access to ${serviceName}`
}
