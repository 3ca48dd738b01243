import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
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

function CopyButton({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(text)
    setCopied(true)
  }
  return (
    <IconButton
      label={copied ? `Copied: ${what}` : `Copy: ${what}`}
      size="small"
      icon={copied ? <IconCheck /> : <IconCopy />}
      onClick={() => void copy()}
    />
  )
}
