import { useNavigate, useSearch } from '@tanstack/react-router'
import { readRange, type UsageRange, writeRange } from './usage-range.ts'

/** The range that the address says, and a way to another one. */
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
