import type { McpOperation } from '@millwright/contract/wire/mcp'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { RecordPicker } from '../../../widgets/records/record-picker/record-picker.tsx'
import { type PickedRecord, roleSource } from '../../../widgets/records/record-picker/record-source.ts'
import styles from '../services.module.css'
import { t } from './messages.ts'
import { type FoundTool, findTools, type ListedTool, listTools, tokensOf } from './rpc.ts'
import { TryTool } from './try-tool.tsx'

interface ToolsSectionProps {
  /** `null` if not saved yet. */
  stored: { readonly name: string } | null
  /** Changes after each save that changed the settings, to reload the tools. */
  saved: string
  /** Names of the tools disabled in the form. */
  disabled: readonly string[]
  setDisabled: (names: readonly string[]) => void
  /** Names of the operations selected as tools in the form. */
  chosen: readonly string[]
  setChosen: (names: readonly string[]) => void
}

/** The tools that a role sees at an MCP service, with their cost; each can be disabled and tried. */
export function ToolsSection({ stored, ...props }: ToolsSectionProps) {
  return (
    <div className={styles.info}>
      {stored === null ? (
        <Text tone="muted">{t.toolsAfterSaving}</Text>
      ) : (
        <Catalogue service={stored.name} {...props} />
      )}
    </div>
  )
}

interface CatalogueProps extends Omit<ToolsSectionProps, 'stored'> {
  service: string
}

function Catalogue({ service, saved, disabled, setDisabled, chosen, setChosen }: CatalogueProps) {
  const canChoose = hasFeature(useEnvironment(), 'mcp')
  const [viewAs, setViewAs] = useState<PickedRecord | null>(null)
  const role = viewAs === null ? null : String(viewAs.id)
  const target = { service, role }
  const { data, error } = useQuery({
    queryKey: ['mcp-tools', service, role, saved],
    queryFn: ({ signal }) => listTools(target, signal),
  })
  const { data: catalog } = useQuery({ ...mcpCatalogQuery(service), enabled: canChoose })
  const { operations = [], facade = [] } = catalog ?? {}
  const isLazy = data?.some(({ name }) => name === 'list_tools' && facade.includes(name)) ?? false
  const { data: found = [] } = useQuery({
    queryKey: ['mcp-tools', service, role, saved, 'found'],
    queryFn: ({ signal }) => findTools(target, signal),
    enabled: isLazy,
  })
  const canSwitch = ({ name }: { readonly name: string }) =>
    !facade.includes(name) && !operations.some((each) => each.name === name)
  return (
    <Stack gap={5}>
      {canChoose ? (
        <RecordPicker
          label={t.viewAsLabel}
          help={t.viewAsHelp}
          source={roleSource}
          placeholder={t.myself}
          clearable
          value={viewAs}
          onChange={setViewAs}
        />
      ) : null}
      {error ? <Banner tone="danger">{messageOf(error)}</Banner> : null}
      {data === undefined && !error ? <Skeleton lines={6} /> : null}
      {data ? (
        <Tools
          tools={data}
          switched={data.filter(canSwitch)}
          found={found.filter((tool) => canSwitch(tool) && !data.some(({ name }) => name === tool.name))}
          disabled={disabled}
          setDisabled={setDisabled}
        />
      ) : null}
      {operations.length > 0 ? <Operations operations={operations} chosen={chosen} setChosen={setChosen} /> : null}
      {data && data.length > 0 ? <TryTool key={role} asked={target} tools={data} /> : null}
      <Link to="/reports/requests" search={{ where: `service:is:${service.toLowerCase()}` }}>
        {t.requestsOfAssistants}
      </Link>
    </Stack>
  )
}

/** Each tool with a switch. Disabled tools are no longer listed by the service, but can be enabled here. */
function Tools({ tools, switched, found, disabled, setDisabled }: ToolsProps) {
  const off = disabled.filter((name) => ![...tools, ...found].some((tool) => tool.name === name))
  const toggle = (name: string, on: boolean) =>
    setDisabled(on ? disabled.filter((each) => each !== name) : [...disabled, name])
  return (
    <Stack as="section" gap={3}>
      <h3>{t.tools}</h3>
      <Text tone="muted">{t.toolsAndTokens({ count: tools.length, tokens: tokensOf(tools) })}</Text>
      {switched.map((tool) => (
        <Checkbox
          key={tool.name}
          label={tool.name}
          help={t.toolHelp({
            effect: effectOf(tool),
            tokens: tokensOf(tool),
            about: tool.description ?? tool.title ?? '',
          })}
          value={!disabled.includes(tool.name)}
          onChange={(on) => toggle(tool.name, on)}
        />
      ))}
      {found.map(({ name, description, read_only }) => (
        <Checkbox
          key={name}
          label={name}
          help={`${read_only ? t.reads : t.changesOrDeletes} · ${description}`}
          value={!disabled.includes(name)}
          onChange={(on) => toggle(name, on)}
        />
      ))}
      {off.map((name) => (
        <Checkbox key={name} label={name} help={t.switchedOff} value={false} onChange={(on) => toggle(name, on)} />
      ))}
    </Stack>
  )
}

interface ToolsProps extends Pick<CatalogueProps, 'disabled' | 'setDisabled'> {
  tools: readonly ListedTool[]
  /** Listed tools that can be disabled here. */
  switched: readonly ListedTool[]
  /** Unlisted tools that can be disabled here. */
  found: readonly FoundTool[]
}

function effectOf({ annotations }: ListedTool): string {
  if (annotations?.readOnlyHint) return t.reads
  return annotations?.destructiveHint ? t.changesOrDeletes : t.adds
}

interface OperationsProps {
  operations: readonly McpOperation[]
  /** Names of the operations chosen in the form. */
  chosen: readonly string[]
  setChosen: (names: readonly string[]) => void
}

/** Operations of scripts and remote APIs, which become tools only when selected. */
function Operations({ operations, chosen, setChosen }: OperationsProps) {
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
function mcpCatalogQuery(service: string) {
  return queryOptions({
    queryKey: ['mcp-catalog', service],
    queryFn: async ({ signal }) =>
      (await send({ verb: 'GET', path: 'system/mcp_catalog', params: { service }, signal })).data,
  })
}
