import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './command-list.module.css'

/** Something to copy into a terminal or a file. */
export interface Command {
  readonly title: string
  readonly text: string
  readonly lines: string
}

export function CommandList({ commands }: { commands: readonly Command[] }) {
  return (
    <ul className={styles.commands}>
      {commands.map((command) => (
        <CommandItem key={command.title} command={command} />
      ))}
    </ul>
  )
}

/** Those of which one is done after the other. */
export function CommandSteps({ children }: { children: ReactNode }) {
  return <ol className={styles.commands}>{children}</ol>
}

/** One of them; `children` stand between what it does and the command. */
export function CommandItem({ command, children }: { command: Command; children?: ReactNode }) {
  return (
    <li>
      <h3>{command.title}</h3>
      <Text tone="muted">{command.text}</Text>
      {children}
      <div className={styles.command}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys */}
        <pre tabIndex={0}>
          <code>{command.lines}</code>
        </pre>
        <CopyButton what={command.title} text={command.lines} key={command.lines} />
      </div>
    </li>
  )
}
