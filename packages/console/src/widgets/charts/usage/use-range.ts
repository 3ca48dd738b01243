import { useNavigate, useSearch } from '@tanstack/react-router'
import { readRange, type UsageRange, writeRange } from './usage-range.ts'

/** The range in the URL, and a function that changes it. */
export function useRange(): readonly [UsageRange, (range: UsageRange) => void] {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const choose = (range: UsageRange) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...writeRange(range) }),
      replace: true,
      resetScroll: false,
    })
  return [readRange(search), choose]
}
