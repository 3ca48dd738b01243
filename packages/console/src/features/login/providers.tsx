import type { LoginProvider } from '@millwright/contract/wire/environment'
import { useEnvironment } from '../../instance/environment.ts'
import { instanceAddress } from '../../instance/send.ts'
import { noteLeaving } from '../../widgets/credentials/sign-in-elsewhere.ts'
import styles from './login.module.css'
import { ProviderIcon } from './provider-icon.tsx'

interface ProvidersProps {
  /** Where to go once signed in; null: wherever people belong. */
  to: string | null
  /** Leaves this page as it is, for what is on it. */
  inNewTab?: boolean
}

/** The ways in over other services. Each leads the browser there; the service sends it back here. */
export function Providers(props: ProvidersProps) {
  const { oauth = [], saml = [] } = useEnvironment().authentication ?? {}
  const some = oauth.length + saml.length > 0
  return (
    <>
      <Panel title="OAuth Login" providers={oauth} {...props} />
      <Panel title="SAML 2.0 Login" providers={saml} {...props} />
      {some && props.inNewTab ? (
        <p className={styles.hint}>Opens in a new tab. This page goes on once you are signed in there.</p>
      ) : null}
    </>
  )
}

function Panel({
  title,
  providers,
  to,
  inNewTab = false,
}: ProvidersProps & { title: string; providers: readonly LoginProvider[] }) {
  if (providers.length === 0) return null
  return (
    <section className={styles.providers} aria-label={title}>
      <h2 className={styles.divider}>{title}</h2>
      {providers.map((provider) => (
        <a
          key={provider.name}
          className={styles.provider}
          href={instanceAddress(provider.path)}
          {...(inNewTab ? { target: '_blank', rel: 'noreferrer' } : { target: '_top' })}
          onClick={() => noteLeaving(to)}
        >
          <ProviderIcon provider={provider} />
          <span className={styles.providerName}>{provider.label || provider.name}</span>
        </a>
      ))}
    </section>
  )
}
