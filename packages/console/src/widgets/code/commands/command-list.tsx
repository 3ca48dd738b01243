import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './command-list.module.css'

/** A command or text to copy into a terminal or file. */
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

/** Commands to run in order. */
export function CommandSteps({ children }: { children: ReactNode }) {
  return <ol className={styles.commands}>{children}</ol>
}

/** One command; `children` are shown between its description and the command. */
export function CommandItem({ command, children }: { command: Command; children?: ReactNode }) {
  return (
    <li>
      <h3>{command.title}</h3>
      <Text tone="muted">{command.text}</Text>
      {children}
      <div className={styles.command}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
        <pre tabIndex={0}>
          <code>{command.lines}</code>
        </pre>
        <CopyButton what={command.title} text={command.lines} key={command.lines} />
      </div>
    </li>
  )
}
