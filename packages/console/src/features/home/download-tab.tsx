import { CommandList } from './command-list.tsx'
import { pointCommands, programs, runCommands } from './commands.ts'
import styles from './home.module.css'
import { installerLinks } from './home-data.ts'
import { instanceApi } from './instance-api.ts'
import { LinkList } from './link-list.tsx'

export function DownloadTab() {
  return (
    <div className={styles.page}>
      <section className={styles.part}>
        <h2>Call it from your own program</h2>
        <p className={styles.text}>Nothing has to be installed: any language that speaks HTTP and JSON is a client.</p>
        <CommandList commands={programs(instanceApi())} />
      </section>
      <section className={styles.part}>
        <h2>Run an instance</h2>
        <p className={styles.text}>The same program runs on a laptop, a server or in a container.</p>
        <CommandList commands={runCommands} />
      </section>
      <section className={styles.part}>
        <h2>Point a console at another instance</h2>
        <p className={styles.text}>One console for each instance; a name and a colour keep them apart.</p>
        <CommandList commands={pointCommands} />
      </section>
      {['Cloud Installers', 'Local Installers'].map((title) => (
        <LinkList
          key={title}
          title={title}
          links={installerLinks.filter(({ text }) => `${text} Installers` === title)}
        />
      ))}
    </div>
  )
}
