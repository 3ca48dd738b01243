import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Text } from '../../../ui/text.tsx'
import { type SnippetLanguage, snippetLanguages, snippetOf } from '../../../widgets/code/call-code/snippets.ts'
import { commonWords } from '../../../words/messages.ts'
import styles from '../first-steps.module.css'
import { t } from '../messages.ts'
import { type FirstCall, firstCallName } from './first-call.ts'

const languages = snippetLanguages.map(({ value, label }) => ({ id: value, label }))

/** The request as a program with the key, and the rows of the response. */
export function FirstCallResult({ call }: { call: FirstCall }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const { address, key, service, table, rows } = call
  const code = snippetOf(language, {
    address,
    call: { verb: 'GET', headers: {}, body: null },
    caller: { kind: 'app', key },
  })
  return (
    <Stack gap={3}>
      <Tabs label={t.language} tabs={languages} value={language} onChange={setLanguage}>
        <Stack gap={2} align="stretch">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrollable area must be reachable by keyboard */}
          <pre className={styles.code} tabIndex={0}>
            <code>{code}</code>
          </pre>
          <Row gap={3} wrap>
            <CopyTextButton size="small" text={code}>
              {commonWords.copy}
            </CopyTextButton>
            <CopyTextButton size="small" text={key}>
              {t.copyKey}
            </CopyTextButton>
          </Row>
        </Stack>
      </Tabs>
      <Text role="status" weight="medium">
        {rows.length === 0 ? t.tableEmptyResponse({ table }) : t.firstRows({ count: rows.length, table })}
      </Text>
      {rows.length === 0 ? null : <Rows rows={rows} table={table} />}
      <Row gap={4} wrap>
        <Link to={`/data/${encodeURIComponent(service)}/${encodeURIComponent(table)}`}>{t.browse({ table })}</Link>
        <Link to={`/apidocs/${encodeURIComponent(service)}`}>{t.apiDocs}</Link>
        <Link to={`/roles/${call.roleId ?? ''}`}>{t.roleNamed({ name: firstCallName })}</Link>
        <Link to={`/apps/${call.appId}`}>{t.appNamed({ name: firstCallName })}</Link>
      </Row>
    </Stack>
  )
}

function Rows({ rows, table }: { rows: FirstCall['rows']; table: string }) {
  const columns = Object.keys(rows[0] ?? {})
  return (
    <section
      className={styles.rows}
      aria-label={t.tableRows({ table })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrollable area must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a response are never reordered
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined)
    return (
      <Text as="span" tone="faint">
        {t.null}
      </Text>
    )
  return typeof value === 'object' && !('digits' in value) ? JSON.stringify(value) : String(value)
}
