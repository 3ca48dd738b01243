import { CommandList } from './command-list.tsx'
import styles from './home.module.css'
import { installCommands, installerLinks } from './home-data.ts'
import { LinkList } from './link-list.tsx'

export function DownloadTab() {
  return (
    <div className={styles.page}>
      <section className={styles.part}>
        <h2>Run it elsewhere</h2>
        <p className={styles.text}>The same program runs on a laptop, a server or in a container.</p>
        <CommandList commands={installCommands} />
      </section>
      <LinkList title="Installers" links={installerLinks} />
    </div>
  )
}
