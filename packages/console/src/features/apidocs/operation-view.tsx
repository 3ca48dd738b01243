import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DetailHeader } from '../../widgets/split/detail-header.tsx'
import type { ApiDocument, OperationEntry } from './api-document.ts'
import styles from './apidocs.module.css'
import { firstDraft } from './call-draft.ts'
import { docsAddress } from './docs-address.ts'
import { readOperation } from './operation.ts'
import { Reference } from './reference.tsx'
import { SnippetPanel } from './snippet-panel.tsx'
import { TryPanel } from './try-panel.tsx'
import { useTry } from './use-try.ts'
import { VerbMark } from './verb-mark.tsx'

interface OperationViewProps {
  service: string
  document: ApiDocument
  entry: OperationEntry
  onBack: () => void
}

const views = [
  { id: 'reference', label: 'Reference' },
  { id: 'try', label: 'Try it' },
  { id: 'code', label: 'Code' },
] as const
type View = (typeof views)[number]['id']

/** One operation: what is said of it, a call of it, and the call as a program. */
export function OperationView({ service, document, entry, onBack }: OperationViewProps) {
  const navigate = useNavigate()
  const search: { view?: unknown } = useSearch({ strict: false })
  const view: View = views.find(({ id }) => id === search.view)?.id ?? 'reference'
  const operation = useMemo(() => readOperation(document, entry), [document, entry])
  const [draft, setDraft] = useState(() => firstDraft(document.root, operation))
  // What was answered stays while the views are looked through.
  const trial = useTry(document.root, service, operation)

  return (
    <>
      <DetailHeader title={operation.summary || operation.path} many="operations" onBack={onBack}>
        {operation.deprecated ? <Badge tone="warning">Deprecated</Badge> : null}
      </DetailHeader>
      <div className={styles.operation}>
        <p className={styles.address}>
          <VerbMark verb={operation.verb} />
          <code className={styles.fullPath}>
            /{service}
            {operation.path === '/' ? '' : operation.path}
          </code>
          <CopyButton what="path" text={`/${service}${operation.path === '/' ? '' : operation.path}`} />
        </p>
        <Tabs
          label="What to see of the operation"
          tabs={views}
          value={view}
          onChange={(next) =>
            void navigate({
              to: docsAddress.operation(service, entry.id),
              search: next === 'reference' ? {} : { view: next },
              replace: true,
            })
          }
        >
          {view === 'reference' ? (
            <Reference root={document.root} operation={operation} />
          ) : view === 'try' ? (
            <TryPanel root={document.root} operation={operation} draft={draft} onChange={setDraft} trial={trial} />
          ) : (
            <SnippetPanel root={document.root} service={service} operation={operation} draft={draft} trial={trial} />
          )}
        </Tabs>
      </div>
    </>
  )
}
