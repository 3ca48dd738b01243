import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { DocumentedService } from '../../instance/documented-services.ts'
import { instanceAddress } from '../../instance/send.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { ApiDocument } from './api-document.ts'
import styles from './apidocs.module.css'
import { Prose } from './prose.tsx'

/** What holds for all operations of a service: what its document says of itself, its address, who may call, and filters. */
export function ServiceOverview({ service, document }: { service: DocumentedService; document: ApiDocument }) {
  const address = new URL(instanceAddress(encodeURIComponent(service.name)), window.location.origin).href
  const filters = document.operations.some(({ path }) => path.startsWith('/_table/'))
  return (
    <Stack gap={3} className={styles.about}>
      <h2>{document.title || service.label}</h2>
      <Prose text={document.description} />
      <Text measure preLine>
        Choose an operation from the list to read what it takes and answers, to try it on this instance, and to copy it
        as a program.
      </Text>
      <h3>Base address</h3>
      <Row gap={2}>
        <Text as="code" mono>
          {address}
        </Text>
        <CopyButton what="base address" text={address} />
      </Row>
      <h3>Authentication</h3>
      <Text measure preLine>
        {`Send the key of an app as ${apiKeyHeader}, and where a person acts, the token of their session as ${sessionTokenHeader}. The app's role, or the person's role in it, decides what is allowed. “Code” of an operation has the key of the app that is chosen in “Try it”.`}
      </Text>
      {filters ? (
        <>
          <h3>Filters</h3>
          <Text measure preLine>
            {
              'Records are narrowed by filter, sorted by order, and limited by limit and offset. Conditions stand in parentheses and are joined by AND and OR; operators are =, !=, >, >=, <, <=, LIKE, IN, IS NULL and IS NOT NULL.'
            }
          </Text>
          <Row gap={2}>
            <Text as="code" mono>
              {filterExample}
            </Text>
            <CopyButton what="filter" text={filterExample} />
          </Row>
        </>
      ) : null}
      <Text tone="muted" size="sm">
        {document.version === '' ? null : `${/^2/.test(document.version) ? 'Swagger' : 'OpenAPI'} ${document.version}`}
      </Text>
    </Stack>
  )
}

const filterExample = 'filter=(name LIKE "a%") AND (price > 10)&order=name ASC&limit=20'
