import type { ReactNode } from 'react'
import { commonWords } from '../words/messages.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

interface RetryBannerProps {
  title?: string
  children: ReactNode
  onRetry: () => void
}

/** An error message for failed loading, with a button to retry. */
export function RetryBanner({ title, children, onRetry }: RetryBannerProps) {
  return (
    <Banner
      tone="danger"
      {...(title !== undefined && { title })}
      actions={
        <Button reads size="small" onClick={onRetry}>
          {commonWords.tryAgain}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
