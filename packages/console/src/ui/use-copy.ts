import { useState } from 'react'
import { t } from './messages.ts'

export type CopyOutcome = 'none' | 'copied' | 'failed'

/** A text, or a function that loads it when it is copied. */
export type CopiedText = string | (() => Promise<string>)

/** Copies texts to the clipboard and reports whether the last copy succeeded. */
export function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: CopiedText) => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none')
  const copy = async (text: CopiedText) => {
    try {
      // Browsers provide no clipboard to pages loaded over plain HTTP.
      if (!navigator.clipboard) throw new Error(t.noClipboard)
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return { outcome, copy }
}

/** The message for a text that could not be copied. */
export function cannotCopy(): string {
  return t.copyingFailed
}
