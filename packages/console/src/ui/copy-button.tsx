import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps {
  /** What it is that is copied, for its name. */
  what: string
  text: string
  tabIndex?: number
}

/** Puts a text on the clipboard, and says whether that worked. */
export function CopyButton({ what, text, tabIndex }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none')
  const copy = async () => {
    try {
      // Browsers have no clipboard for pages that came over plain HTTP.
      if (!navigator.clipboard) throw new Error('There is no clipboard.')
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <IconButton
      label={`${words[outcome]}: ${what}`}
      size="small"
      icon={outcome === 'copied' ? <IconCheck /> : <IconCopy />}
      onClick={() => void copy()}
      {...(tabIndex !== undefined && { tabIndex })}
    />
  )
}

const words = { none: 'Copy', copied: 'Copied', failed: 'Copying is not possible here' }
