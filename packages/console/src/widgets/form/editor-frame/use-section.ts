import { useNavigate, useSearch } from '@tanstack/react-router'

interface OpenSection {
  readonly section: string
  readonly open: (id: string) => void
}

/** The open section of a form, stored in the URL as `?section=access`; the first one is omitted. */
export function useSection(sections: readonly { readonly id: string }[]): OpenSection {
  const navigate = useNavigate()
  const search: { section?: unknown } = useSearch({ strict: false })
  const ids = sections.map(({ id }) => id)
  const [first = ''] = ids
  return {
    section: ids.find((id) => id === search.section) ?? first,
    open: (id) =>
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, section: id === first ? undefined : id }),
        replace: true,
        resetScroll: false,
      }),
  }
}
