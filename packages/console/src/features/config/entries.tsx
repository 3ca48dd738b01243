import { corsKind } from './cors/cors-kind.tsx'
import { templateKind } from './email-templates/template-kind.tsx'
import type { ListedView } from './entries/entry-kind.ts'
import { EntryView } from './entries/entry-view.tsx'
import { lookupKind } from './lookups/lookup-kind.tsx'
import { webhookKind } from './webhooks/webhook-kind.tsx'

interface EntriesProps {
  view: ListedView
  /** The part of the path after the view. */
  chosen: string | null
  /** Whether the instance can render previews of templates. */
  previews: boolean
}

/** The entries of one view, and the form of the chosen one. */
export function Entries({ view, chosen, previews }: EntriesProps) {
  switch (view) {
    case 'cors':
      return <EntryView key={view} kind={corsKind} chosen={chosen} />
    case 'email-templates':
      return <EntryView key={view} kind={templateKind(previews)} chosen={chosen} />
    case 'lookup-keys':
      return <EntryView key={view} kind={lookupKind} chosen={chosen} />
    case 'webhooks':
      return <EntryView key={view} kind={webhookKind} chosen={chosen} />
  }
}
