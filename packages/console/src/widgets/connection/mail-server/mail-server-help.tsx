import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useServiceList } from '../../../instance/service-list.ts'
import { Banner } from '../../../ui/banner.tsx'
import { useOpenTabs } from '../../records/open-tabs/open-tabs.ts'
import { t } from './messages.ts'

/** The links to the form of a mail service, and to the settings that choose one; `null` for people who may not open them. */
function useSteps() {
  const users = useServiceList()?.services.find(({ name, type }) => name === 'user' && type === 'user')
  const opens = useOpenTabs().some(({ path }) => path === '/services')
  if (!opens || users === undefined) return null
  return {
    create: (text: ReactNode) => (
      <Link to="/services/new" search={{ type: 'smtp_email' }} preload={false}>
        {text}
      </Link>
    ),
    settings: (text: ReactNode) => (
      <Link to={`/services/${users.id}`} search={{ section: 'config' }} preload={false}>
        {text}
      </Link>
    ),
  }
}

/** How to have emails sent, where they are kept. */
export function MailServerSteps() {
  const steps = useSteps()
  return steps && t.sendSteps(steps)
}

/** That a service only keeps emails, and how to have them sent. */
export function MailServerHelp() {
  const steps = useSteps()
  if (steps === null) return null
  const outbox = (text: ReactNode) => (
    <Link to="/config/outbox" preload={false}>
      {text}
    </Link>
  )
  return <Banner tone="info">{t.sendHelp({ ...steps, outbox })}</Banner>
}
