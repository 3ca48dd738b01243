import { apiKeyHeader, apiPrefix } from '@millwright/contract/headers'
import { recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { byTurns, type TurnsResult } from './by-turns.ts'

export interface McpResult extends TurnsResult {
  readonly name: string
}

const revision = '2026-07-28'

/** Compares reading records through an MCP tool with the same request over HTTP, with the same API key and role. */
export async function measureMcp(rounds: number, requests: number): Promise<readonly McpResult[]> {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '1' })
  const { url } = instance
  const api = await signIn(url, firstAdmin)
  const add = async (resource: string, record: object, fields = 'id') => {
    const answer = await api.call('POST', `system/${resource}?fields=${fields}`, record)
    if (answer.status !== 201) throw new Error(`Adding to ${resource} gave ${answer.status}`)
    return recordsOf(answer)[0] ?? {}
  }
  const rule = { service_id: null, component: '*', verb_mask: 1 }
  const role = await add('role', { name: 'reader', is_active: true, role_service_access_by_role_id: [rule] })
  const app = await add('app', { name: 'reader', is_active: true, role_id: role.id }, 'id,api_key')
  const config = { exposed_services: ['sample'], allow_api_key_auth: true }
  await add('service', { name: 'assistant', label: 'Assistant', type: 'mcp', is_active: true, config })

  const headers = { [apiKeyHeader]: String(app.api_key) }
  const results: McpResult[] = []
  for (const [name, args, path] of calls) {
    const http = { url: `${url}${apiPrefix}/sample/_table/${path}`, headers }
    const tool = { url: `${url}/mcp/assistant`, ...message('get_table_data', args, headers) }
    results.push({ name, ...(await byTurns({ rounds, requests }, http, tool)) })
  }
  return results
}

/** A tool requests one record more than it returns, to know whether there are more. */
const calls: readonly (readonly [string, object, string])[] = [
  ['one by id', { table_name: 'contact', ids: ['1'] }, 'contact?ids=1'],
  ['list of 25', { table_name: 'contact', limit: 24 }, 'contact?limit=25'],
]

function message(tool: string, args: object, credentials: Readonly<Record<string, string>>) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: tool, arguments: args, _meta: meta }
  return {
    headers: {
      ...credentials,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}
