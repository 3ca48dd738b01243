import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { CommandList } from './command-list.tsx'
import { pointCommands, programs, runCommands } from './commands.ts'
import styles from './home.module.css'
import { installerLinks } from './home-data.ts'
import { instanceApi } from './instance-api.ts'
import { LinkList } from './link-list.tsx'

export function DownloadTab() {
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Call it from your own program</h2>
        <Text tone="muted" measure>
          Nothing has to be installed: any language that speaks HTTP and JSON is a client.
        </Text>
        <CommandList commands={programs(instanceApi())} />
      </Stack>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Run an instance</h2>
        <Text tone="muted" measure>
          The same program runs on a laptop, a server or in a container.
        </Text>
        <CommandList commands={runCommands} />
      </Stack>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Point a console at another instance</h2>
        <Text tone="muted" measure>
          One console for each instance; a name and a colour keep them apart.
        </Text>
        <CommandList commands={pointCommands} />
      </Stack>
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
