import type { LoginProvider } from '@millwright/contract/wire/environment'
import { useEnvironment } from '../../instance/environment.ts'
import { instanceAddress } from '../../instance/send.ts'
import styles from './login.module.css'

/** The ways in over other services. Each leads the browser there; the service sends it back here. */
export function Providers() {
  const { authentication } = useEnvironment()
  return (
    <>
      <Panel title="OAuth Login" providers={authentication?.oauth ?? []} />
      <Panel title="SAML 2.0 Login" providers={authentication?.saml ?? []} />
    </>
  )
}

function Panel({ title, providers }: { title: string; providers: readonly LoginProvider[] }) {
  if (providers.length === 0) return null
  return (
    <section className={styles.providers} aria-label={title}>
      <h2 className={styles.divider}>{title}</h2>
      {providers.map((provider) => (
        <a key={provider.name} className={styles.provider} href={instanceAddress(provider.path)} target="_top">
          {provider.label || provider.name}
        </a>
      ))}
    </section>
  )
}
