import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { useEnvironment } from '../../instance/environment.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { launchAddress } from './launch-address.ts'
import styles from './launchpad.module.css'

/** The apps that somebody may open, each in a new window. */
export function LaunchpadScreen() {
  const { apps = [] } = useEnvironment()
  const launchable = apps.flatMap((app) => {
    const address = launchAddress(app.url)
    return address ? [{ ...app, address }] : []
  })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>LaunchPad</h1>
        <p className={styles.purpose}>The apps you can open on this instance.</p>
      </header>
      {launchable.length === 0 ? (
        <EmptyState icon={<IconApps />} title="No apps to open yet">
          An administrator can give you a role in an app; it then appears here.
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {launchable.map((app) => (
            <li key={app.id}>
              <a className={styles.app} href={app.address} target="_blank" rel="noopener noreferrer">
                <span className={styles.sign} aria-hidden="true">
                  {[...app.name][0]?.toUpperCase()}
                </span>
                <span className={styles.words}>
                  <span className={styles.name}>{app.name}</span>
                  {app.description ? <span className={styles.text}>{app.description}</span> : null}
                </span>
                <IconExternalLink className={styles.out} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
