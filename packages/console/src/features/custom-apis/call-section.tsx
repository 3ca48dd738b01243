import { useState } from 'react'
import { externalUrl } from '../../instance/send.ts'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Text } from '../../ui/text.tsx'
import { type SnippetLanguage, snippetLanguages, snippetOf } from '../../widgets/code/call-code/snippets.ts'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { commonWords } from '../../words/messages.ts'
import { type ApiRecord, basePathOf } from './api-queries.ts'
import { t } from './messages.ts'
import { definitionOf, type EndpointDraft } from './plan/endpoint-draft.ts'
import { exampleCall } from './plan/example-call.ts'
import { scriptOf } from './plan/script-writer.ts'

/** A request to the endpoint in several languages, and the endpoint as a script. */
export function CallSection({ api, draft }: { api: ApiRecord; draft: EndpointDraft }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const { path, body } = exampleCall(basePathOf(api), draft)
  const address = externalUrl(path)
  const headers: Record<string, string> = body === null ? {} : { 'Content-Type': 'application/json' }
  const call = { verb: draft.method, headers, body }
  const code = snippetOf(language, { address, call, caller: { kind: 'app', key: 'YOUR_API_KEY' } })
  const { method, path: own, execution_plan, response_mapping: mapping } = definitionOf(draft, null)
  const script = scriptOf({ method, path: own, steps: execution_plan.steps, mapping })
  return (
    <Stack gap={5}>
      <Stack gap={3}>
        <Row gap={3} justify="between" wrap>
          <Segments reads label={t.language} options={snippetLanguages} value={language} onChange={setLanguage} />
          <CopyTextButton size="small" text={code}>
            {commonWords.copy}
          </CopyTextButton>
        </Row>
        <CodeEditor
          label={t.callIt}
          help={t.callHelp}
          language={language === 'javascript' ? 'javascript' : 'text'}
          lines={4}
          readOnly
          value={code}
          onChange={() => {}}
        />
      </Stack>
      <Stack gap={3}>
        <Row gap={3} justify="between" wrap>
          <Text as="h2" size="md" weight="strong">
            {t.continueAsScript}
          </Text>
          <CopyTextButton size="small" text={script}>
            {commonWords.copy}
          </CopyTextButton>
        </Row>
        <CodeEditor
          label={t.continueAsScript}
          labelHidden
          help={t.scriptHelp}
          language="javascript"
          lines={12}
          readOnly
          value={script}
          onChange={() => {}}
        />
      </Stack>
    </Stack>
  )
}
