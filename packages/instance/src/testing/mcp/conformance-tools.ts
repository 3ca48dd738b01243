import { setTimeout as pause } from 'node:timers/promises'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { CallPlainly, Sdk } from '../../subjects/integrations/mcp/protocol/mcp-handler.ts'
import { picture } from './conformance-picture.ts'

export type ConformanceTools = Readonly<
  Record<string, (context: ServerContext) => Promise<CallToolResult | InputRequiredResult> | CallToolResult>
>

/** An empty recording. */
const recording = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const image = { type: 'image' as const, data: picture, mimeType: 'image/png' }

export const saidBack = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** Tools that respond at once and take no arguments. */
const plainTools: Readonly<Record<string, () => CallToolResult>> = {
  test_simple_text: () => saidBack('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: recording, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [{ type: 'text', text: 'This tool intentionally returns an error for testing' }],
  }),
}

/** Calls these tools without a server of the library. */
export const callConformanceTool: CallPlainly = async ({ name, era }) => {
  const result = plainTools[name]?.()
  if (result === undefined) return null
  return JSON.stringify(era === 'legacy' ? result : { ...result, resultType: 'complete' })
}

/** Tools that respond at once, and tools that report progress. */
export function conformanceTools(sdk: Sdk): ConformanceTools {
  const logs = async ({ mcpReq }: ServerContext, texts: readonly string[]) => {
    for (const text of texts) {
      await mcpReq.log('info', text)
      await pause(50)
    }
    return saidBack('Logged.')
  }
  return {
    ...plainTools,
    test_tool_with_logging: (context) =>
      logs(context, ['Tool execution started', 'Tool processing data', 'Tool execution completed']),
    test_logging_tool: (context) => logs(context, ['Only for those who asked']),
    async test_tool_with_progress({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
        }
        await pause(50)
      }
      return saidBack('Done.')
    },
    test_missing_capability() {
      throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    },
  }
}
