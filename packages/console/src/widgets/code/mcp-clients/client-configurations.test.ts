import { describe, expect, it } from 'vitest'
import { addressFinding, clientConfigurations } from './client-steps.tsx'

describe('the client configuration of an MCP service', () => {
  it('is safe in a terminal and complete in a file, whatever the service name', () => {
    const name = `it's "so"`
    const lines = clientConfigurations(name, 'https://host.test/mcp/x').flatMap(({ steps }) =>
      steps.map((step) => step.lines),
    )
    expect(lines).toContain(`claude mcp add --transport http 'it'\\''s "so"' https://host.test/mcp/x`)
    const files = lines.filter((each) => each.startsWith('{')).map((each) => JSON.parse(each))
    expect(files).toContainEqual({ mcpServers: { [name]: { url: 'https://host.test/mcp/x' } } })
  })

  it.each([
    ['http://localhost:8080/mcp/x', 'on this computer'],
    ['http://127.0.0.1:8080/mcp/x', 'on this computer'],
    ['http://host.test/mcp/x', 'without HTTPS'],
  ])('warns of %s', (address, words) => expect(addressFinding(address)).toContain(words))

  it('accepts a public URL', () => expect(addressFinding('https://host.test/mcp/x')).toBeNull())
})
