import { useState } from 'react'
import { t } from './messages.ts'

export type CopyOutcome = 'none' | 'copied' | 'failed'

/** Puts texts on the clipboard, and knows whether the last time worked. */
export function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: string) => Promise<void> } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none')
  const copy = async (text: string) => {
    try {
      // Browsers have no clipboard for pages that came over plain HTTP.
      if (!navigator.clipboard) throw new Error(t.noAccessToTheClipboard)
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return { outcome, copy }
}

/** Said where a text could not be put on the clipboard. */
export function cannotCopy(): string {
  return t.copyingFailed
}
