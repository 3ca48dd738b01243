import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { t } from './messages.ts'
import { type CopiedText, cannotCopy, useCopy } from './use-copy.ts'

interface CopyTextButtonProps {
  children: string
  text: CopiedText
  size?: 'small' | 'medium'
}

/** A text button that copies a text to the clipboard and shows whether that succeeded. */
export function CopyTextButton({ children, text, size = 'medium' }: CopyTextButtonProps) {
  const { outcome, copy } = useCopy()
  const words = { none: children, copied: t.copied, failed: cannotCopy() }
  return (
    <Button
      reads
      size={size}
      icon={outcome === 'copied' ? <IconCheck /> : <IconCopy />}
      onClick={() => void copy(text)}
    >
      {words[outcome]}
    </Button>
  )
}
