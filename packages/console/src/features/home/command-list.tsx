import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './home.module.css'
import type { Command } from './home-data.ts'

/** Commands to copy into a terminal, in their order. */
export function CommandList({ commands }: { commands: readonly Command[] }) {
  return (
    <ol className={styles.commands}>
      {commands.map((command) => (
        <li key={command.title}>
          <h3>{command.title}</h3>
          <p>{command.text}</p>
          <div className={styles.command}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys */}
            <pre tabIndex={0}>
              <code>{command.lines}</code>
            </pre>
            <CopyButton what={command.title} text={command.lines} />
          </div>
        </li>
      ))}
    </ol>
  )
}
