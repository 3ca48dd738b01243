import { IconCheck, IconCopy } from '@tabler/icons-react'
import { commonWords } from '../words/messages.ts'
import { IconButton } from './icon-button.tsx'
import { t } from './messages.ts'
import { cannotCopy, useCopy } from './use-copy.ts'

interface CopyButtonProps {
  /** Describes what is copied, for the accessible name. */
  what: string
  text: string
  tabIndex?: number
}

/** Copies a text to the clipboard and shows whether that succeeded. */
export function CopyButton({ what, text, tabIndex }: CopyButtonProps) {
  const { outcome, copy } = useCopy()
  return (
    <IconButton
      reads
      label={`${words[outcome]}: ${what}`}
      size="small"
      icon={outcome === 'copied' ? <IconCheck /> : <IconCopy />}
      onClick={() => void copy(text)}
      {...(tabIndex !== undefined && { tabIndex })}
    />
  )
}

const words = {
  none: commonWords.copy,
  copied: t.copied,
  get failed() {
    return cannotCopy()
  },
}
