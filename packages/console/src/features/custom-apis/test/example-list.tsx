import type { SavedExample } from '@millwright/contract/custom-apis/saved-examples'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import apiStyles from '../custom-apis.module.css'
import { t } from './messages.ts'
import type { TestInputs } from './test-endpoint.ts'

interface ExampleListProps {
  examples: readonly SavedExample[]
  /** What a new example has. */
  inputs: TestInputs
  error: string | undefined
  onChange: (examples: readonly SavedExample[]) => void
  onLoad: (example: SavedExample) => void
}

/** The examples of an endpoint: kept from what was entered, and entered again. */
export function ExampleList({ examples, inputs, error, onChange, onLoad }: ExampleListProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isTaken = examples.some((each) => each.name === name)
  const keep = () => {
    if (name === '' || isTaken) return
    onChange([...examples, { name, ...inputs }])
    setTyped('')
  }
  return (
    <details className={apiStyles.more} open={error !== undefined}>
      <summary>{t.examplesCounted({ count: examples.length })}</summary>
      <Stack gap={2}>
        <Text tone="muted" size="sm">
          {t.examplesHelp}
        </Text>
        {examples.map((example) => (
          <Row key={example.name} gap={2} justify="between">
            <Button
              size="small"
              variant="quiet"
              reads
              aria-label={t.loadExample({ name: example.name })}
              onClick={() => onLoad(example)}
            >
              {example.name}
            </Button>
            <IconButton
              label={t.removeExample({ name: example.name })}
              icon={<IconX />}
              onClick={() => onChange(examples.filter((each) => each !== example))}
            />
          </Row>
        ))}
        <TextField
          label={t.exampleName}
          maxLength={80}
          value={typed}
          error={isTaken ? t.exampleTaken : error}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            keep()
          }}
        />
        <Row gap={2}>
          <Button size="small" onClick={keep}>
            {t.keepExample}
          </Button>
        </Row>
      </Stack>
    </details>
  )
}
