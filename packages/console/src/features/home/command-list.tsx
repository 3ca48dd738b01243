import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Command } from './commands.ts'
import styles from './home.module.css'

/** Commands to copy into a terminal or a file. `ordered`: one is done after the other. */
export function CommandList({ commands, ordered = false }: { commands: readonly Command[]; ordered?: boolean }) {
  const items = commands.map((command) => <CommandItem key={command.title} command={command} />)
  return ordered ? <ol className={styles.commands}>{items}</ol> : <ul className={styles.commands}>{items}</ul>
}

/** One of them; `children` stand between what it does and the command. */
export function CommandItem({ command, children }: { command: Command; children?: ReactNode }) {
  return (
    <li>
      <h3>{command.title}</h3>
      <p>{command.text}</p>
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
