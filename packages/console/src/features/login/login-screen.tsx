import type { Environment } from '@millwright/contract/wire/environment'
import type { Session } from '@millwright/contract/wire/session'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { session } from '../../instance/browser-session.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { instanceUrl } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Stack } from '../../ui/layout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { bringsLogin, logInFromAddress } from '../../widgets/form/credentials/log-in.ts'
import { forgetLeaving, notedLeaving, storeDeparture } from '../../widgets/form/credentials/sign-in-elsewhere.ts'
import { ForgotPassword } from './forgot-password.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { t } from './messages.ts'
import { Providers } from './providers.tsx'

/** Signs people in; the guard of this page then redirects them. */
export function LoginScreen() {
  const navigate = useNavigate()
  const { searchStr } = useLocation()
  const [query] = useState(() => new URLSearchParams(searchStr))
  const [processing, setProcessing] = useState(() => bringsLogin(query))
  const [problem, setProblem] = useState<string | null>(null)
  const [forgotten, setForgotten] = useState(() => query.has('forgot'))

  useEffect(() => {
    if (!bringsLogin(query)) return
    const come = async () => {
      const to = notedLeaving()?.to ?? query.get('to')
      const search = to ? { to } : {}
      const former = session.current()
      try {
        const answer = await logInFromAddress(query)
        forgetLeaving()
        if (await mayReplaceSession(answer)) session.signIn(answer, false)
        if (former || to) await navigate({ to: '/login', search, replace: true })
      } catch (error) {
        forgetLeaving()
        setProblem(messageOf(error))
        setProcessing(false)
        if (former) notify({ type: 'error', title: t.module, text: messageOf(error) })
        // Credentials in the address have been used and must not stay there.
        await navigate({ to: '/login', search, replace: true })
      }
    }
    void come()
  }, [query, navigate])

  const environment = useEnvironment()
  // Only once: people who return after a failed login choose themselves.
  const [leadsTo] = useState(() => (bringsLogin(query) ? null : wayIn(environment, query.get('to'))))
  useEffect(() => {
    if (leadsTo === null) return
    storeDeparture(query.get('to'))
    window.location.assign(leadsTo)
  }, [leadsTo, query])

  if (processing || leadsTo !== null) return <Spinner label={t.signingInTitle} />
  if (forgotten) return <ForgotPassword onBack={() => setForgotten(false)} />
  return (
    <Stack gap={4}>
      <LoginForm
        key={problem}
        title={t.title}
        problem={problem}
        onSignedIn={(answer, remember) => session.signIn(answer, remember)}
      />
      <Providers to={new URLSearchParams(searchStr).get('to')} />
      <button type="button" className={styles.link} onClick={() => setForgotten(true)}>
        {t.forgotPassword}
      </button>
    </Stack>
  )
}

/** Asks before a link signs someone in in place of another person. Anyone could have sent the link. */
async function mayReplaceSession(answer: Session): Promise<boolean> {
  const current = session.current()
  if (current === null || (current.id === answer.id && current.is_sys_admin === answer.is_sys_admin)) return true
  return confirm({
    title: t.switchQuestion({ name: answer.name }),
    text: t.switchConsequence({ name: current.name, email: answer.email }),
    action: t.switchUser,
    cancel: t.keepSession,
  })
}

/**
 * Returns the login that the page behind the login page requests in its address, for people whom a client of an MCP service sent there: a
 * provider, `?provider=`, or a page of the service, to which the instance redirects them, `?sign_in_at=`. `null` for this page. `to`: the
 * address of that page.
 */
function wayIn({ authentication }: Environment, to: string | null): string | null {
  const params = URL.parse(to ?? '', 'http://console')?.searchParams
  const [name, service, request] = ['provider', 'sign_in_at', 'request'].map((each) => params?.get(each) ?? '')
  if (service && request) {
    // Beside the API, of whatever path the instance has.
    const api = new URL(instanceUrl(''), window.location.href)
    return new URL(`../../mcp/${encodeURIComponent(service)}/sign-in?${new URLSearchParams({ request })}`, api).href
  }
  if (!name) return null
  const all = [...(authentication?.oauth ?? []), ...(authentication?.saml ?? [])]
  const provider = all.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return provider === undefined ? null : instanceUrl(provider.path)
}
