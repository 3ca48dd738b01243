import type { McpOperation } from '@millwright/contract/wire/mcp-catalog'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../../instance/send.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'

interface OperationsProps {
  operations: readonly McpOperation[]
  /** Names of the operations chosen in the form. */
  chosen: readonly string[]
  setChosen: (names: readonly string[]) => void
}

/** Operations of scripts and remote APIs, which become tools only when selected. */
export function Operations({ operations, chosen, setChosen }: OperationsProps) {
  const has = (name: string) => chosen.some((each) => each.toLowerCase() === name.toLowerCase())
  const toggle = (name: string, on: boolean) =>
    setChosen(on ? [...chosen, name] : chosen.filter((each) => each.toLowerCase() !== name.toLowerCase()))
  return (
    <Stack as="section" gap={3}>
      <h3>{t.operations}</h3>
      <Text tone="muted">{t.operationsHelp}</Text>
      {operations.map(({ name, service, title, read_only }) => (
        <Checkbox
          key={name}
          label={name}
          help={`${read_only ? t.reads : t.changes} · ${service} · ${title}`}
          value={has(name)}
          onChange={(on) => toggle(name, on)}
        />
      ))}
    </Stack>
  )
}

/** The catalog of an MCP service for the current user; only our servers have one. */
export function mcpCatalogQuery(service: string) {
  return queryOptions({
    queryKey: ['mcp-catalog', service],
    queryFn: async ({ signal }) =>
      (await send({ verb: 'GET', path: 'system/mcp_catalog', params: { service }, signal })).data,
    retry: false,
  })
}
