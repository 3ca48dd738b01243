import { useUser } from '../../instance/browser-session.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { AppCall } from './app-call.tsx'
import { CommandItem } from './command-list.tsx'
import { askCommand, logInCommand } from './commands.ts'
import styles from './home.module.css'
import { exampleLinks } from './home-data.ts'
import { instanceApi } from './instance-api.ts'
import { LinkList } from './link-list.tsx'

export function QuickstartTab() {
  const user = useUser()
  if (!user) return null
  const caller = { api: instanceApi(), email: user.email, isAdmin: user.is_sys_admin }
  return (
    <div className={styles.page}>
      <Stack as="section" gap={3} className={styles.part}>
        <h2>Three calls to begin with</h2>
        <Text tone="muted" measure>
          Every program talks to this instance in the same way: over HTTP, with a key, a token or both. These go to{' '}
          <code>{caller.api}</code>; copy them into a terminal.
        </Text>
        <ol className={styles.commands}>
          <CommandItem command={askCommand(caller)} />
          <CommandItem command={logInCommand(caller)} />
          <AppCall caller={caller} />
        </ol>
      </Stack>
      {['Native Examples', 'JavaScript Examples'].map((title) => (
        <LinkList key={title} title={title} links={exampleLinks.filter(({ text }) => `${text} Examples` === title)} />
      ))}
    </div>
  )
}
