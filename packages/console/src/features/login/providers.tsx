import type { LoginProvider } from '@millwright/contract/wire/environment'
import { type ComponentType, lazy, Suspense } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { instanceUrl } from '../../instance/send.ts'
import { classNames } from '../../ui/class-names.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { storeDeparture } from '../../widgets/form/credentials/sign-in-elsewhere.ts'
import styles from './login.module.css'
import { t } from './messages.ts'

const NoIcon = () => <svg width={18} height={18} aria-hidden />

/** Loaded where providers are configured: the brands are heavier than the page, which works without them. */
const ProviderIcon = lazy<ComponentType<{ provider: LoginProvider }>>(() =>
  import('./provider-icon.tsx').then(
    (module) => ({ default: module.ProviderIcon }),
    () => ({ default: NoIcon }),
  ),
)

interface ProvidersProps {
  /** The address to open after signing in; `null` for the default page. */
  to: string | null
  /** Opens a new tab, so that this page is kept. */
  inNewTab?: boolean
}

const nameOf = ({ label, name }: LoginProvider) => label || name

/** External logins. Each redirects the browser to its provider, which redirects back here. */
export function Providers(props: ProvidersProps) {
  const { oauth = [], saml = [] } = useEnvironment().authentication ?? {}
  const some = oauth.length + saml.length > 0
  return (
    <>
      <Panel title={t.oauthLogin} providers={oauth} {...props} />
      <Panel title={t.samlLogin} providers={saml} {...props} />
      {some && props.inNewTab ? <p className={styles.hint}>{t.opensTabHelp}</p> : null}
    </>
  )
}

/** If there are more, they are shown in two columns, except for those with long names. */
const maxInColumn = 4
const shortName = 14

function Panel({
  title,
  providers,
  to,
  inNewTab = false,
}: ProvidersProps & { title: string; providers: readonly LoginProvider[] }) {
  if (providers.length === 0) return null
  const many = providers.length > maxInColumn
  return (
    <Stack as="section" gap={2} className={classNames(many && styles.many)} aria-label={title}>
      <h2 className={styles.divider}>{title}</h2>
      {providers.map((provider) => (
        <a
          key={provider.name}
          className={classNames(styles.provider, nameOf(provider).length > shortName && styles.long)}
          href={instanceUrl(provider.path)}
          {...(inNewTab ? { target: '_blank', rel: 'noreferrer' } : { target: '_top' })}
          onClick={() => storeDeparture(to)}
        >
          <Suspense fallback={<NoIcon />}>
            <ProviderIcon provider={provider} />
          </Suspense>
          <Text as="span" breakAnywhere shrink>
            {nameOf(provider)}
          </Text>
        </a>
      ))}
    </Stack>
  )
}
